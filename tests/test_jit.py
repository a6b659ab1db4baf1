import ast
import errno
import os
import sys
from inspect import signature
from pathlib import Path
from typing import Any

import numba
import pytest
from numba.core import caching
from numba.core.caching import FunctionCache
from numba.core.cpu import CPUTargetOptions

from mjlog import errors
from mjlog.games import columns
from mjlog.jit import imported_files, is_compiled, jit, jit_no_alloc, sources_digest
from parsers.tenhou.xml import decode, vocab

ROOT = Path(__file__).resolve().parents[1]
MODULES = [*(ROOT / "mjlog").rglob("*.py"), *(ROOT / "parsers").rglob("*.py")]

needs_numba = pytest.mark.skipif(not hasattr(decode.decode, "overloads"), reason="nothing is compiled")


def imported_by_ast(path: Path) -> set[Path]:
    """The same as `imported_files`, by the syntax tree."""
    files = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] in ("mjlog", "parsers"):
            place = ROOT.joinpath(*node.module.split("."))
            submodules = {file for alias in node.names if (file := place / f"{alias.name}.py").is_file()}
            source = place.with_suffix(".py")
            files |= submodules or {source if source.is_file() else place / "__init__.py"}
    return files


def test_a_kernel_is_made_from_all_files_it_imports() -> None:
    files = imported_files(Path(decode.__file__))
    assert {Path(vocab.__file__), Path(columns.__file__)} <= set(files)
    assert Path(errors.__file__) in imported_files(Path(vocab.__file__))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_the_expression_finds_the_imports_the_syntax_tree_has(path: Path) -> None:
    assert set(imported_files(path)) == imported_by_ast(path)


def test_the_digest_changes_with_a_file_that_is_imported(tmp_path: Path) -> None:
    digests = set()
    for module in ("games.columns", "errors"):
        file = tmp_path / f"{module}.py"
        file.write_text(f"from mjlog.{module} import name\n")
        same = tmp_path / f"again_{module}.py"
        same.write_text(file.read_text())
        digests |= {sources_digest(str(file)), sources_digest(str(same))}
    assert len(digests) == 2


@needs_numba
def test_a_kernel_compiles_where_no_folder_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "CACHE_LOCATOR_CLASSES", "ZipCacheLocator")  # for files in archives only

    @jit
    def added(a: int, b: int) -> int:
        return a + b

    assert not is_compiled(added)
    assert added(2, 3) == 5
    assert is_compiled(added)


def test_a_compiled_function_returns_what_the_plain_one_does() -> None:
    @jit
    def added(a: int, b: int) -> int:
        return a + b

    assert added(2, 3) == 5


@needs_numba
def test_a_function_is_compiled_once_it_was_called() -> None:
    @jit
    def tripled(a: int) -> int:
        return 3 * a

    assert not tripled.overloads
    assert tripled(2) == 6
    assert is_compiled(tripled)
    assert is_compiled(len)


PRIVATE = f"numba {numba.__version__} has changed a private name: look at `_Cache` in mjlog/jit.py"


def test_numba_has_the_private_names_of_the_cache() -> None:
    """`_cache`, `_cache_file`, `_impl.filename_base`, `_cache_path`, `load` and `save` are private to numba."""

    def same(a: int) -> int:
        return a

    cache = FunctionCache(same)
    assert hasattr(numba.njit(same), "_cache") or numba.config.DISABLE_JIT, PRIVATE
    assert {"_cache_file", "_cache_path", "_impl"} <= vars(cache).keys(), PRIVATE
    assert cache._impl.filename_base.startswith("test_jit."), PRIVATE
    assert [list(signature(getattr(cache._cache_file, name)).parameters) for name in ("load", "save")] == [
        ["key"],
        ["key", "data"],
    ], PRIVATE


def kernels_of(folder: Path) -> tuple[Any, Any]:
    """The same function compiled twice, as in two processes, with its code in a folder."""

    def halved(a: float) -> float:
        return a / 2

    first, second = jit(halved), jit(halved)
    for kernel in (first, second):
        kernel._cache._cache_path = str(folder)
        kernel._cache._cache_file.folder = folder
        kernel._cache._impl.locator.get_cache_path = lambda: str(folder)
    return first, second


def hits(kernel: Any) -> int:
    return sum(kernel.stats.cache_hits.values())


@needs_numba
def test_code_is_loaded_from_the_disk(tmp_path: Path) -> None:
    first, second = kernels_of(tmp_path)
    assert not is_compiled(second)
    assert first(3.0) == 1.5
    assert is_compiled(second)
    assert (second(3.0), hits(second)) == (1.5, 1)


@needs_numba
def test_code_of_other_sources_is_not_loaded(tmp_path: Path) -> None:
    first, second = kernels_of(tmp_path)
    first(3.0)
    second._cache._cache_file.state = bytes(32)
    assert not is_compiled(second)
    assert (second(3.0), hits(second)) == (1.5, 0)


@needs_numba
@pytest.mark.parametrize("damage", ["empty", "cut", "flipped", "numba's own"])
def test_damaged_code_is_compiled_again(tmp_path: Path, damage: str) -> None:
    first, second = kernels_of(tmp_path)
    first(3.0)
    (path,) = tmp_path.glob("*.nbc")
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(
        {
            "empty": b"",
            "cut": path.read_bytes()[:-1],
            "flipped": content,
            "numba's own": path.read_bytes()[32:],
        }[damage]
    )
    assert not is_compiled(second)
    assert (second(3.0), hits(second)) == (1.5, 0)
    assert first._cache._cache_file.is_filled(), "it is replaced"


@needs_numba
def test_processes_that_compile_at_once_for_other_types_keep_their_code_apart(tmp_path: Path) -> None:
    first, second = kernels_of(tmp_path)
    first(3.0)
    second(3)
    third, fourth = kernels_of(tmp_path)
    assert (third(3.0), hits(third)) == (1.5, 1)
    assert (fourth(3), hits(fourth)) == (1.5, 1)
    assert len(list(tmp_path.iterdir())) == 2


@needs_numba
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS])
def test_a_kernel_runs_where_its_code_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    first, _ = kernels_of(tmp_path)

    def fail(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "replace", fail)
    assert first(3.0) == 1.5
    assert not list(tmp_path.iterdir())
    (tmp_path / "file").touch()
    _, second = kernels_of(tmp_path / "file")
    assert second(3.0) == 1.5


@needs_numba
def test_functions_without_arrays_of_their_own_count_no_references() -> None:
    """Holds the option `_nrt`, private to numba: without it every call updates a count for every array."""

    def sum_of_first(columns: tuple) -> int:
        total = 0
        for column in columns:
            total += column[0]
        return total

    group = (columns.np.arange(3), columns.np.arange(4))
    for decorator, counts in ((jit, True), (jit_no_alloc, False)):
        not_cached = numba.jit(**decorator(sum_of_first).targetoptions)(sum_of_first)  # cached code cannot be inspected
        assert not_cached(group) == 0
        assert ("NRT_decref" in "".join(not_cached.inspect_llvm().values())) is counts


@needs_numba
def test_numba_has_the_private_names_that_its_cache_needs():
    """The only private names of another package; last looked at with numba 0.68."""
    cache = FunctionCache(decode.decode.py_func)
    for names in (
        ("_cache_path",),
        ("_cache_file",),
        ("_impl", "filename_base"),
        ("save_overload",),
        ("load_overload",),
    ):
        value = cache
        for name in names:
            value = getattr(value, name, None)
            assert value is not None, (
                f"numba {numba.__version__} has no FunctionCache.{'.'.join(names)}: see mjlog.jit._Cache"
            )
    assert hasattr(CPUTargetOptions, "_nrt")
    assert hasattr(caching, "dumps")


def test_no_other_private_names_of_packages_are_used():
    for path in MODULES:
        nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
        imports = [alias for node in nodes if isinstance(node, ast.Import) for alias in node.names]
        packages = {
            alias.asname or alias.name for alias in imports if alias.name.split(".")[0] not in sys.stdlib_module_names
        }
        sources = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
        private = [name for name in sources if name.startswith("_") or "._" in name]
        assert set(private) <= {"__future__", "_typeshed"}, path
        for node in nodes:
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in packages:
                assert not node.attr.startswith("_") or node.attr.endswith("__"), f"{path}:{node.lineno}"

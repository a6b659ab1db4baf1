import ast
import pickle
from pathlib import Path

import numba
import pytest

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


@needs_numba
def test_code_of_other_sources_is_not_loaded() -> None:
    """Holds `_cache._cache_file`, `_version`, `_index_path` and `_load_index`, all private to numba."""

    @jit
    def halved(a: int) -> int:
        return a // 2

    halved(4)
    index = halved._cache._cache_file
    assert index._version[1] == sources_digest(__file__)
    assert index._load_index()
    kept = Path(index._index_path)
    kept.write_bytes(pickle.dumps((index._version[0], "the digest of other sources")) + b"classes that have moved")
    assert not index._load_index()


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

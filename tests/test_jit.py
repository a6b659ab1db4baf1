from pathlib import Path

from mjlog import errors
from mjlog.games import columns
from mjlog.jit import _imports, compiled, sources_digest
from parsers.tenhou import vocab
from parsers.tenhou.xml import decode


def test_a_kernel_is_made_from_all_files_it_imports() -> None:
    files = _imports(Path(decode.__file__))
    assert {Path(vocab.__file__), Path(columns.__file__)} <= set(files)
    assert Path(errors.__file__) in _imports(Path(vocab.__file__))


def test_the_digest_changes_with_a_file_that_is_imported(tmp_path: Path) -> None:
    digests = set()
    for module in ("games.columns", "errors"):
        file = tmp_path / f"{module}.py"
        file.write_text(f"from mjlog.{module} import name\n")
        same = tmp_path / f"again_{module}.py"
        same.write_text(file.read_text())
        digests |= {sources_digest(str(file)), sources_digest(str(same))}
    assert len(digests) == 2


def test_a_compiled_function_says_what_it_did_before() -> None:
    @compiled
    def added(a: int, b: int) -> int:
        return a + b

    assert added(2, 3) == 5

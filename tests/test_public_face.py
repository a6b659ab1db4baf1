"""The names of `import mjlog`."""

import subprocess
import sys

import pytest

import mjlog


@pytest.mark.parametrize("name", mjlog.__all__)
def test_every_public_name_is_there_and_listed(name):
    assert getattr(mjlog, name) is not None
    assert name in dir(mjlog)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        mjlog.nothing  # noqa: B018  # the access is what is tested


def test_scoring_a_hand_imports_no_heavy_package():
    code = (
        "import sys, mjlog\n"
        "mjlog.score('234m456p5578s', win='9s', melds=['777z'], rules=mjlog.TENHOU)\n"
        "print({'numpy', 'numba', 'pandas', 'pyarrow', 'ibis'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"

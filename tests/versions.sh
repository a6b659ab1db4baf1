#!/usr/bin/env bash
# versions.sh PYTHON…: under each Python, the wheel with the newest packages imports a sample and answers a question;
# under lowest:PYTHON, with the lowest versions that pyproject.toml allows.
# NumPy 2.5 and later exist only for Python 3.12 and later, so one Python does not show what the others do.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for python in "$@"; do
    "${python#lowest:}" -m venv "$work/venv"
    if [[ $python == lowest:* ]]; then
        "$work/venv/bin/python" -m pip install --quiet uv
        "$work/venv/bin/uv" pip install --quiet --python "$work/venv/bin/python" --resolution lowest-direct '.[excel]'
    else
        "$work/venv/bin/python" -m pip install --quiet '.[excel]'
    fi
    "$work/venv/bin/python" --version
    (
        cd "$work"
        export XDG_CACHE_HOME=$work NUMBA_DISABLE_JIT=1 # without compilation: a minute instead of several
        venv/bin/mjlog import "$OLDPWD"/data/games/2023040621gm-00a9-0000-b450c7ee.mjlog --out tables --audit score,settlement
        venv/bin/mjlog stats tables --by player --stat win_rate
        venv/bin/mjlog export tables tables.xlsx --format xlsx --table seats
        venv/bin/mjlog simulate --games 1 --out logs
    )
    rm -rf "${work:?}"/*
done

"""Run the targets, print counts and findings, write minimised inputs; the exit code is 1 if there are findings."""

from __future__ import annotations

import argparse
import hashlib
import resource
import sys
import warnings
from pathlib import Path
from random import randrange

from tests.fuzz.run import minimised, run
from tests.fuzz.targets import TARGETS

parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
parser.add_argument(
    "targets", nargs="*", default=[*TARGETS], metavar="TARGET", help=f"of {', '.join(TARGETS)}; default all"
)
parser.add_argument("--runs", type=int, default=1_000, help="inputs of each target")
parser.add_argument("--first", type=int, default=0, help="number of the first input")
parser.add_argument("--seed", type=int, default=None)
parser.add_argument("--out", type=Path, default=Path("build/fuzz"), help="folder of the inputs that failed")
options = parser.parse_args()
warnings.simplefilter("error")
seed = randrange(10**6) if options.seed is None else options.seed
print(f"seed {seed}, inputs {options.first:,}-{options.first + options.runs - 1:,} of each target", flush=True)
n_findings = 0
for name in options.targets:
    outcome = run([name], seed, options.first, options.runs)[name]
    print(
        f"{name}: {outcome.n_inputs:,} inputs, {len(outcome.findings)} findings, {outcome.seconds:.0f} s,"
        f" slowest {outcome.slowest:.2f} s",
        flush=True,
    )
    for error in sorted({finding.error: finding for finding in outcome.findings}.items()):
        finding = minimised(error[1])
        options.out.mkdir(parents=True, exist_ok=True)
        file = options.out / f"{name}-{hashlib.sha256(finding.data).hexdigest()[:10]}-{Path(finding.name).name}"
        file.write_bytes(finding.data)
        print(f"  {finding.error}\n  {file}", flush=True)
    n_findings += len(outcome.findings)
print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
sys.exit(n_findings > 0)

"""Every statistic of the registry on Spark, a second engine of Ibis, next to DuckDB."""

import shutil
import sys
from pathlib import Path

import ibis
import numpy as np
import pytest

import mjlog
from mjlog.importing import import_archive

pyspark = pytest.importorskip("pyspark.sql")
pytestmark = [
    pytest.mark.skipif(shutil.which("java") is None, reason="no Java on this machine"),
    pytest.mark.filterwarnings("ignore::FutureWarning", "ignore::DeprecationWarning", "ignore::ResourceWarning"),
]
GAMES = Path(__file__).resolve().parents[2] / "data" / "games"


@pytest.fixture(scope="module")
def spark():
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        options = {
            "spark.ui.enabled": "false",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.driver.host": "127.0.0.1",
            "spark.driver.memory": "1g",
            "spark.sql.adaptive.enabled": "false",  # for a few games, planning and compiling take longest
            "spark.sql.codegen.factoryMode": "NO_CODEGEN",
            "spark.sql.codegen.wholeStage": "false",
            "spark.sql.shuffle.partitions": "1",
        }
        session = pyspark.SparkSession.builder.master("local[2]").config(map=options).getOrCreate()
        session.sparkContext.setLogLevel("OFF")
        yield ibis.pyspark.connect(session)
        session.stop()


@pytest.fixture(scope="module")
def ds(tmp_path_factory):
    out = tmp_path_factory.mktemp("a {b}") / "out"  # braces are a pattern for Spark
    import_archive(GAMES, out, workers=1, decisions=True, aliases={"Kaede": "Maple"})
    return mjlog.open(out)


def assert_equal(ours, theirs):
    """Counts to the last digit, sums of fractions and what follows from them to 1e-9."""
    numbers = ["value", "low", "high", "numerator", "denominator"]
    assert ours.drop(columns=numbers).equals(theirs.drop(columns=numbers))
    np.testing.assert_allclose(ours[numbers], theirs[numbers], rtol=1e-9, atol=1e-12)


def test_statistics_are_equal_on_spark(ds, spark):
    theirs = ds.on(spark)
    assert_equal(mjlog.stats.summary(ds), mjlog.stats.summary(theirs))
    question = {"stats": ["win_rate", "average_place"], "where": {"players": 4}, "by": "player"}
    ours = mjlog.stats.summary(ds, **question)
    assert "Maple" in set(ours["player"])
    assert_equal(ours, mjlog.stats.summary(theirs, **question))

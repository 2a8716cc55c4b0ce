"""Ray and Spark: real clusters of two nodes on this machine; the table is one machine's, also if a worker dies."""

from __future__ import annotations

import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

import pytest

import fiducial

pytestmark = pytest.mark.heavy

METRICS = ["radsem", "radfact", "clinical", "bleu", "cider"]


@pytest.fixture(scope="module")
def corpus(pairs):
    many = 40
    # No two rows are alike: pieces that come back in another order would show.
    left = [f"{text} A {i % 37 + 2} mm nodule. Number {i}." for i in range(many) for text in pairs[0]]
    right = [text for _ in range(many) for text in pairs[1]]
    ages = [None if i % 3 == 0 else i % 90 for i in range(len(left))]
    return left, right, ages


@pytest.fixture(scope="module")
def expected(corpus):
    return everything(fiducial.score(corpus[0], corpus[1], metrics=METRICS, age=corpus[2]))


def everything(result):
    """Every number of a result: means, intervals, and the samples in their order."""
    return repr((result.to_dict(), {column: score.samples for column, score in result.items()}))


@pytest.fixture(autouse=True, scope="module")
def importable():
    """Workers find the package where we found it."""
    package = str(pathlib.Path(fiducial.__file__).parents[1])
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join([package, *([before] if before else [])])
    yield
    if before is None:
        del os.environ["PYTHONPATH"]
    else:
        os.environ["PYTHONPATH"] = before


# ----- Ray


@pytest.fixture(scope="module")
def ray_cluster(importable):
    ray = pytest.importorskip("ray")
    cluster_utils = pytest.importorskip("ray.cluster_utils")
    os.environ.setdefault("RAY_DISABLE_IMPORT_WARNING", "1")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    cluster = cluster_utils.Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "object_store_memory": 100_000_000}
    )
    second = cluster.add_node(num_cpus=1, object_store_memory=100_000_000)
    ray.init(address=cluster.address, log_to_driver=False, logging_level="error")
    ray.data.DataContext.get_current().enable_progress_bars = False
    yield cluster, second
    ray.shutdown()
    cluster.shutdown()


def test_ray(ray_cluster, corpus, expected):
    import pyarrow
    import ray

    table = pyarrow.table({"reference": corpus[0], "candidate": corpus[1], "age": corpus[2]})
    first = corpus[0][0]

    def first_is_slow(batch):
        if batch.column("reference")[0].as_py() == first:
            time.sleep(2)
        return batch

    dataset = ray.data.from_arrow(table).repartition(8).map_batches(first_is_slow, batch_format="pyarrow")
    assert len(ray.nodes()) == 2
    assert everything(fiducial.ray.score(dataset, METRICS, batch_size=50)) == expected
    with pytest.raises(fiducial.Error, match="expected a column of the candidates"):
        fiducial.ray.score(dataset.drop_columns(["candidate"]), METRICS)


def test_ray_with_a_worker_killed(ray_cluster, corpus, expected):
    import pyarrow
    import ray

    table = pyarrow.table({"reference": corpus[0], "candidate": corpus[1], "age": corpus[2]})
    dataset = ray.data.from_arrow(table).repartition(8)
    ours = os.getpid()
    killed = []

    def kill_one():
        while not killed:
            time.sleep(0.05)
            out = subprocess.run(["ps", "-eo", "pid,ppid,args"], capture_output=True, text=True).stdout
            for line in out.splitlines():
                pid, _, arguments = line.split(None, 2)
                if arguments.startswith("ray::") and "MapBatches" in arguments and int(pid) != ours:
                    os.kill(int(pid), signal.SIGKILL)
                    killed.append(pid)
                    break

    killer = threading.Thread(target=kill_one, daemon=True)
    killer.start()
    assert everything(fiducial.ray.score(dataset, METRICS, batch_size=10)) == expected
    killer.join(timeout=1)
    assert killed


# ----- Spark


@pytest.fixture(scope="module")
def spark_cluster(importable, tmp_path_factory):
    pyspark = pytest.importorskip("pyspark")
    import shutil

    if shutil.which("java") is None:
        pytest.skip("Spark needs Java")
    home = pathlib.Path(pyspark.__file__).parent
    folder = tmp_path_factory.mktemp("spark")
    environment = {
        **os.environ,
        "SPARK_HOME": str(home),
        "PYSPARK_PYTHON": sys.executable,
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_LOCAL_DIRS": str(folder),
        "SPARK_WORKER_DIR": str(folder),
        "SPARK_DAEMON_MEMORY": "512m",
    }
    os.environ["PYSPARK_PYTHON"] = sys.executable
    launch = [str(home / "bin" / "spark-class")]
    port = 17077 + os.getpid() % 1000
    master = f"spark://127.0.0.1:{port}"
    logs = open(folder / "log.txt", "w")  # noqa: SIM115, closed below

    def start(*arguments: str) -> subprocess.Popen:
        return subprocess.Popen([*launch, *arguments], env=environment, stdout=logs, stderr=logs)

    processes = [
        start("org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port", str(port), "--webui-port", "0")
    ]
    time.sleep(5)
    for _ in range(2):
        worker = ("org.apache.spark.deploy.worker.Worker", "--host", "127.0.0.1", "--webui-port", "0")
        processes.append(start(*worker, "-c", "1", "-m", "1g", master))
    from pyspark.sql import SparkSession

    session = (
        SparkSession.builder.master(master)
        .appName("fiducial")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.ui.enabled", "false")
        .config("spark.executor.memory", "512m")
        .config("spark.executorEnv.PYTHONPATH", os.environ["PYTHONPATH"])
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "50")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    yield session, processes
    session.stop()
    for process in processes:
        process.terminate()
    for process in processes:
        process.wait(timeout=30)
    logs.close()


def _frame(session, corpus):
    rows = list(zip(range(len(corpus[0])), *corpus))
    return (
        session.createDataFrame(rows, ["number", "reference", "candidate", "age"])
        .repartitionByRange(6, "number")
        .sortWithinPartitions("number")
    )


def test_spark(spark_cluster, corpus, expected):
    session, _ = spark_cluster
    frame = _frame(session, corpus)
    assert everything(fiducial.spark.score(frame, METRICS)) == expected
    with pytest.raises(fiducial.Error, match="expected a column of the candidates"):
        fiducial.spark.score(frame.drop("candidate"), METRICS)


def test_spark_with_a_worker_killed(spark_cluster, corpus, expected):
    session, processes = spark_cluster
    frame = _frame(session, corpus)
    killer = threading.Timer(1.5, processes[-1].kill)
    killer.start()
    for _ in range(3):  # one of these is under way when the worker dies
        assert everything(fiducial.spark.score(frame, METRICS)) == expected
    assert processes[-1].poll() is not None

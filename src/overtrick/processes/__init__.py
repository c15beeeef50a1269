"""Worker processes that can be killed and replaced at any moment; this package knows nothing about bridge."""

from overtrick.processes.pool import LatestQueue, Pool, QueueFull, Superseded, in_parallel
from overtrick.processes.serving import Job, Reply, WorkError, with_low_priority
from overtrick.processes.worker import METHOD, Interrupted, Method, Template, Worker, unwatched

__all__ = [
    "METHOD",
    "Interrupted",
    "Job",
    "LatestQueue",
    "Method",
    "Pool",
    "QueueFull",
    "Reply",
    "Superseded",
    "Template",
    "WorkError",
    "Worker",
    "in_parallel",
    "unwatched",
    "with_low_priority",
]

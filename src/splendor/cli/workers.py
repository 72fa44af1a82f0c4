"""Processes that verify games: `splendor verify --jobs N`."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import ParamSpec, TypeVar

import attrs

_P = ParamSpec("_P")
_T = TypeVar("_T")


@attrs.define(eq=False)
class Workers(Executor):
    """So many processes; when one of them dies, and the others with it, there are new ones.

    What was handed out by then is lost. They leave an interrupt to this process, and end when it
    does, whatever ended it.
    """

    jobs: int
    _pool: ProcessPoolExecutor = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self._pool = self._new()

    def _new(self) -> ProcessPoolExecutor:
        # Nothing of this process is in a spawned one, be it a lock that another thread holds.
        return ProcessPoolExecutor(self.jobs, get_context("spawn"), initializer=_begin)

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Hand out a call."""
        try:
            return self._pool.submit(fn, *args, **kwargs)
        except BrokenProcessPool:
            self._pool.shutdown()
            self._pool = self._new()
            return self._pool.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - as `Executor` has it
        """End the processes."""
        self._pool.shutdown(wait, cancel_futures=cancel_futures)


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)

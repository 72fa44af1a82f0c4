"""Processes that verify games: `splendor verify --jobs N`."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Generator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
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
        call = partial(fn, *args, **kwargs)
        with _interrupts_held():  # by the processes that this starts from their birth on
            try:
                inner = self._pool.submit(call)
            except BrokenProcessPool:
                self._pool.shutdown()
                self._pool = self._new()
                inner = self._pool.submit(call)
        # Not the pool's own: a pool of Python 3.11 that breaks fails at those that were cancelled,
        # and then never ends.
        outer: Future[_T] = Future()
        inner.add_done_callback(partial(_pass_on, outer))
        return outer

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:  # noqa: FBT001, FBT002 - as `Executor` has it
        """End the processes, and call back what none of them has begun."""
        self._pool.shutdown(wait, cancel_futures=cancel_futures)


def _pass_on(outer: Future[_T], inner: Future[_T]) -> None:
    if inner.cancelled():
        outer.cancel()
    elif outer.set_running_or_notify_cancel():
        error = inner.exception()
        if error is None:
            outer.set_result(inner.result())
        else:
            outer.set_exception(error)


@contextmanager
def _interrupts_held() -> Generator[None]:
    """Hold interrupts back, where the system can; a process that is started meanwhile has none."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)

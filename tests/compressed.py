"""What compresses files in tests: gzip is in every Python, zstd from 3.14 on."""

from importlib import import_module
from typing import Any

from splendor.formats.compression import ZSTD_MODULE

zstd: Any = import_module(ZSTD_MODULE)

"""Games as people look at them: pictures and pages, as strings.

Everything works on full states and on views, and shows what the value holds and no more.
"""

from splendor.render.page import replay_html
from splendor.render.svg import Picture, svg

__all__ = ["Picture", "replay_html", "svg"]

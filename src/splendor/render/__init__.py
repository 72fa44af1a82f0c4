"""Games as people look at them: pictures, pages and sentences, as strings.

Everything works on full states and on views, and shows what the value holds and no more.
"""

from splendor.render.headline import headline
from splendor.render.page import replay_html
from splendor.render.svg import Picture, svg
from splendor.render.words import say

__all__ = ["Picture", "headline", "replay_html", "say", "svg"]

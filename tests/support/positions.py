"""Strategies for positions of one player: a hand of the Bavarian pack, and the cards before it in the trick."""

from hypothesis import strategies as st

from engine.cards import BAVARIAN_32


@st.composite
def positions(draw: st.DrawFn, hand_size: int, lying: int = 3, trumps: str = "") -> tuple[object, ...]:
    """Draws a hand of at most *hand_size* cards, at most *lying* cards of the trick, and one of *trumps*, if any."""
    cards = draw(st.permutations(BAVARIAN_32.cards))
    count = draw(st.integers(0, lying))
    position = cards[count : count + draw(st.integers(1, hand_size))], cards[:count]
    return (*position, draw(st.sampled_from(trumps))) if trumps else position

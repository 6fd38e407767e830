"""Amounts and shares as people write them."""

import pytest

from hall.formats.format import MoneyFormat
from hall.formats.money import MoneyError, amount_text, money_of


@pytest.mark.parametrize(
    ("fee", "prizes", "expected"),
    [
        ("", "", MoneyFormat()),
        ("10", "", MoneyFormat(1000)),
        (" 7,5 ", "", MoneyFormat(750)),
        ("7.05 €", "50, 30 20", MoneyFormat(705, (50, 30, 20))),
        ("10", "50 %, 30 %", MoneyFormat(1000, (50, 30))),
        ("9999,99", "100;", MoneyFormat(999_999, (100,))),
    ],
)
def test_what_people_write_is_understood(fee: str, prizes: str, expected: MoneyFormat) -> None:
    assert money_of(fee, prizes) == expected


@pytest.mark.parametrize(
    ("fee", "prizes"),
    [("-1", ""), ("ten", ""), ("1,234", ""), ("12345", ""), ("１0", ""), ("10", "half"), ("10", "-5"), ("10", "50.5")],
)
def test_other_texts_are_refused(fee: str, prizes: str) -> None:
    with pytest.raises(MoneyError, match="expected an amount"):
        money_of(fee, prizes)


@pytest.mark.parametrize(
    ("cents", "german", "english"), [(0, "0 €", "0 €"), (1000, "10 €", "10 €"), (705, "7,05 €", "7.05 €")]
)
def test_an_amount_is_written_as_the_language_does(cents: int, german: str, english: str) -> None:
    assert (amount_text(cents, "de"), amount_text(cents, "bar"), amount_text(cents, "en")) == (german, german, english)

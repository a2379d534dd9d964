"""Random machine-readable zones: what the lines say, before anyone prints them.

Shapes follow ICAO Doc 9303 (8th ed.): part 4 (TD3), part 5 (TD1), part 6 (TD2), part 7 (MRV-A, MRV-B), and
the French identity card of 1988-2021. Every name, number and date is drawn at random: no person is in here.
"""

from __future__ import annotations

import numpy as np

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<"
_DIGITS = "0123456789"
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_VALUE = {c: i for i, c in enumerate(_DIGITS + _LETTERS)} | {"<": 0}
_STATES = (
    "AFG ALB DZA ARG AUS AUT BEL BGD BIH BGR BRA CAN CHE CHL CHN CMR COL CZE D<< DNK EGY ESP EST ETH FIN FRA "
    "GBR GEO GHA GRC HRV HUN IDN IND IRL IRN IRQ ISL ISR ITA JPN KAZ KEN KOR LBN LIE LTU LUX LVA MAC MAR MCO "
    "MDA MEX MKD MLT MYS NGA NLD NOR NZL PAK PER PHL POL PRT ROU RUS SAU SEN SGP SRB SVK SVN SWE SYR THA TUN "
    "TUR TWN TZA UKR URY USA UTO VEN VNM XXA XXB XXX YEM ZAF ZWE"
).split()
_ONSETS = "B C D F G H J K L M N P R S T V W Z BR CH CZ DR GR KH KR PR RZ SCH SH SL ST SZ TR TH TS ZH".split()
_VOWELS = "A E I O U Y AE IE OU EI OE UE AA".split()
_ENDS = ["", "", "", "N", "S", "R", "L", "K", "T", "M", "NG", "CZ", "SKI", "X", "Q"]


def check_digit(text: str) -> str:
    """Weights 7, 3, 1, modulo 10: ICAO 9303-3, section 4.9."""
    return str(sum(_VALUE[c] * (7, 3, 1)[i % 3] for i, c in enumerate(text)) % 10)


def _pick(rng: np.random.Generator, choices) -> str:
    return choices[int(rng.integers(len(choices)))]


def _run(rng: np.random.Generator, symbols: str, length: int) -> str:
    return "".join(symbols[i] for i in rng.integers(len(symbols), size=length))


def _name(rng: np.random.Generator) -> str:
    if rng.random() < 0.25:
        return _run(rng, _LETTERS, int(rng.integers(2, 12)))
    syllables = int(rng.integers(1, 5))
    word = "".join(_pick(rng, _ONSETS) + _pick(rng, _VOWELS) for _ in range(syllables))
    return word + _pick(rng, _ENDS)


def _names(rng: np.random.Generator, width: int) -> str:
    surname = "<".join(_name(rng) for _ in range(1 + int(rng.random() < 0.25)))
    given = "<".join(_name(rng) for _ in range(1 + int(rng.integers(0, 3))))
    text = surname + ("" if rng.random() < 0.05 else "<<" + given)
    return text[:width].ljust(width, "<")


def _date(rng: np.random.Generator) -> str:
    if rng.random() < 0.02:
        return _run(rng, _DIGITS, 2) + "<<<<"
    return f"{rng.integers(100):02d}{rng.integers(1, 13):02d}{rng.integers(1, 29):02d}"


def _number(rng: np.random.Generator, width: int) -> str:
    kind = rng.random()
    if kind < 0.35:
        body = _run(rng, _DIGITS, width)
    elif kind < 0.65:
        lead = int(rng.integers(1, 4))
        body = _run(rng, _LETTERS, lead) + _run(rng, _DIGITS, width - lead)
    else:
        body = _run(rng, _DIGITS + _LETTERS, width)
    if rng.random() < 0.3:
        body = body[: int(rng.integers(max(1, width - 4), width))]
    return body.ljust(width, "<")


def _optional(rng: np.random.Generator, width: int) -> str:
    if rng.random() < 0.5:
        return "<" * width
    body = _run(rng, _DIGITS if rng.random() < 0.6 else _DIGITS + _LETTERS + "<", int(rng.integers(1, width + 1)))
    return body.ljust(width, "<")


def _state(rng: np.random.Generator) -> str:
    return _pick(rng, _STATES) if rng.random() < 0.7 else _run(rng, _LETTERS, 3)


def mrz(rng: np.random.Generator) -> list[str]:
    """One zone with right check digits: two or three lines of one length."""
    form = int(rng.integers(7))
    state, nation = _state(rng), _state(rng)
    number, birth, expiry = _number(rng, 9), _date(rng), _date(rng)
    sex = _pick(rng, "MMFF<")
    core = f"{birth}{check_digit(birth)}{sex}{expiry}{check_digit(expiry)}"
    held = number + check_digit(number)
    dated = birth + check_digit(birth) + expiry + check_digit(expiry)
    if form <= 1:  # TD1
        extra, more = _optional(rng, 15), _optional(rng, 11)
        first = f"{_pick(rng, ['I<', 'ID', 'A<', 'AC', 'IR', 'C<'])}{state}{held}{extra}"
        composite = check_digit(first[5:30] + dated + more)
        return [first, f"{core[:15]}{nation}{more}{composite}", _names(rng, 30)]
    if form == 2:  # TD2
        extra = _optional(rng, 7)
        second = f"{held}{nation}{core}{extra}"
        composite = check_digit(held + dated + extra)
        return [f"{_pick(rng, ['I<', 'ID', 'A<', 'C<'])}{state}{_names(rng, 31)}", second + composite]
    if form <= 4:  # TD3
        extra = _optional(rng, 14)
        own = "<" if extra.strip("<") == "" and rng.random() < 0.5 else check_digit(extra)
        composite = check_digit(held + dated + extra + own)
        return [f"{_pick(rng, ['P<', 'P<', 'PP', 'PD', 'PO'])}{state}{_names(rng, 39)}", f"{held}{nation}{core}{extra}{own}{composite}"]
    if form == 5:  # visas
        width = 44 if rng.random() < 0.5 else 36
        head = f"{_pick(rng, ['V<', 'VC', 'VD', 'VI'])}{state}{_names(rng, width - 5)}"
        return [head, f"{held}{nation}{core}{_optional(rng, width - 28)}"]
    # French identity card
    office = _run(rng, _DIGITS, 3) + _run(rng, _DIGITS, 3)
    head = f"IDFRA{_names(rng, 25)[:25].replace('<<', '<')[:25].ljust(25, '<')}{office}"
    issued = f"{rng.integers(100):02d}{rng.integers(1, 13):02d}" + _run(rng, _DIGITS + "AB", 3) + _run(rng, _DIGITS, 5)
    second = f"{issued}{check_digit(issued)}{_names(rng, 14)}{birth}{check_digit(birth)}{_pick(rng, 'MF')}"
    return [head, second + check_digit(head + second)]


def line(rng: np.random.Generator) -> str:
    """One line for training: mostly of a real zone, the rest of any symbols, so that no language is learnt."""
    if rng.random() < 0.65:
        return _pick(rng, mrz(rng))
    length = _pick(rng, [30, 36, 44, 44, 30, 36, int(rng.integers(12, 44))])
    symbols = _pick(rng, [ALPHABET, ALPHABET, _DIGITS + "<", _LETTERS + "<<<", ALPHABET + "<" * 20])
    return _run(rng, symbols, length)

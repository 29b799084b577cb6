"""Identifiers, location codes, names, instants and integers (VAL-*)."""

import datetime
import re
from collections.abc import Callable
from typing import Any

from .codec import GREATEST, Outsized
from .errors import Failure

TRACKING_ID = re.compile(r"[A-Z0-9][A-Z0-9-]{1,34}[A-Z0-9]")
ARCHIVE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
OTHER_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,35}")
UN_LOCODE = re.compile(r"[A-Za-z]{2}[A-Za-z2-9]{3}")
INSTANT = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,9}))?(?:Z|([+-])([0-9]{2}):([0-9]{2}))"
)
WHITE_SPACE = {*range(0x09, 0x0E), 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000}
LONGEST_NAME = 200
REFERENCE_TYPES = ("CONTAINER", "BILL_OF_LADING", "BOOKING", "CUSTOMER", "EQUIPMENT")
BOXES = ("CONTAINER", "EQUIPMENT")
LONGEST_NUMBERS = {"BILL_OF_LADING": 20, "BOOKING": 35, "EQUIPMENT": 15}
CONTAINER = re.compile(r"[A-Z]{4}[0-9]{7}")
DOCUMENT_NUMBER = re.compile(r"[!-~]([ -~]*[!-~])?")
CARRIER_CODE = re.compile(r"[A-Z0-9]{2,10}")
IMO_NUMBER = re.compile(r"[0-9]{7}")
TRANSPORT_MODES = ("VESSEL", "BARGE", "RAIL", "TRUCK", "AIR")
PORT_CALL_ENDS = ("DEPARTURE", "ARRIVAL")  # of a movement, in their order
PORT_CALL_STATUSES = ("ESTIMATED", "ACTUAL")  # ACTUAL is the greater
HOLD_TYPES = ("CARRIER", "CUSTOMS", "FREIGHT", "OTHER", "TERMINAL")
LETTER_NUMBERS = [number for number in range(10, 39) if number % 11]


def matching(pattern: re.Pattern[str], code: str) -> Callable[[str], str]:
    """Reads a text that matches a pattern as a whole."""
    def read(text: str) -> str:
        if not pattern.fullmatch(text):
            raise Failure(code, text=text)
        return text
    return read


def one_of(spellings: tuple[str, ...], code: str) -> Callable[[str], str]:
    """Reads one of these texts."""
    def read(text: str) -> str:
        if text not in spellings:
            raise Failure(code, text=text)
        return text
    return read


tracking_id = matching(TRACKING_ID, "tracking_id_invalid")
archive_name = matching(ARCHIVE_NAME, "archive_name_invalid")
customer_id = matching(OTHER_ID, "customer_id_invalid")
voyage_number = matching(OTHER_ID, "voyage_number_invalid")
carrier_code = matching(CARRIER_CODE, "carrier_code_invalid")
transport_mode = one_of(TRANSPORT_MODES, "transport_mode_invalid")
port_call_end = one_of(PORT_CALL_ENDS, "port_call_end_invalid")
port_call_status = one_of(PORT_CALL_STATUSES, "port_call_status_invalid")
hold_type = one_of(HOLD_TYPES, "hold_type_invalid")
reference_type = one_of(REFERENCE_TYPES, "reference_type_invalid")


def un_locode(text: str) -> str:
    if not UN_LOCODE.fullmatch(text):
        raise Failure("un_locode_invalid", text=text)
    return text.upper()


def is_white(scalar: str) -> bool:
    return ord(scalar) in WHITE_SPACE


def is_line(text: str, longest: int) -> bool:
    """1 to so many scalars, none of them a control character."""
    return 1 <= len(text) <= longest and not any(scalar <= "\x1f" or "\x7f" <= scalar <= "\x9f" for scalar in text)


def location_name(text: str, code: str = "location_name_invalid", longest: int = LONGEST_NAME) -> str:
    if not is_line(text, longest) or all(map(is_white, text)):
        raise Failure(code, text=text)
    return text


def reason(text: str) -> str:
    """VAL-TXT-2."""
    return location_name(text, "reason_invalid")


def vessel_name(text: str) -> str:
    """VOY-5."""
    return location_name(text, "vessel_name_invalid")


def carrier_voyage_number(text: str) -> str:
    """VOY-5."""
    if not is_line(text, 50) or is_white(text[0]) or is_white(text[-1]):
        raise Failure("carrier_voyage_number_invalid", text=text)
    return text


def imo_number(text: str) -> str:
    """VOY-5: the last digit checks the others."""
    if not IMO_NUMBER.fullmatch(text) or sum(int(digit) * weight for digit, weight in zip(text, range(7, 1, -1))) % 10 != int(text[6]):
        raise Failure("imo_number_invalid", text=text)
    return text


def reference_value(type: str, text: str) -> str:
    """REF-1, of a type that is valid."""
    if type == "CUSTOMER":
        return location_name(text, "reference_invalid", 100)
    if type == "CONTAINER":
        is_valid = CONTAINER.fullmatch(text) and check_digit(text) == int(text[10])
    else:
        is_valid = DOCUMENT_NUMBER.fullmatch(text) and len(text) <= LONGEST_NUMBERS[type]
    if not is_valid:
        raise Failure("reference_invalid", text=text)
    return text


def check_digit(container: str) -> int:
    """ISO 6346, of the first ten characters."""
    numbers = [int(each) if each.isdigit() else LETTER_NUMBERS[ord(each) - ord("A")] for each in container[:10]]
    return sum(number << index for index, number in enumerate(numbers)) % 11 % 10


def integer(value: int | Outsized, least: int, greatest: int = GREATEST) -> int:
    if isinstance(value, Outsized) or not least <= value <= greatest:
        raise Failure("integer_out_of_range", text=value.digits if isinstance(value, Outsized) else str(value))
    return value


EPOCH = datetime.datetime(1970, 1, 1)
MILLISECOND = datetime.timedelta(milliseconds=1)
LATEST = (datetime.datetime.max - EPOCH) // MILLISECOND


def instant(text: str) -> int:
    """Milliseconds since the start of 1970. The spelling is judged first (VAL-TIME-2), then the range (VAL-TIME-1)."""
    match = INSTANT.fullmatch(text)
    if not match:
        raise Failure("instant_invalid", text=text)
    year, month, day, hour, minute, second = (int(match[group]) for group in range(1, 7))
    try:
        # Python has no year 0. Year 4 is a leap year too, and just as far out of range.
        local = datetime.datetime(year or 4, month, day, hour, minute, second)
    except ValueError:
        raise Failure("instant_invalid", text=text) from None
    offset = 0
    if match[8]:
        hours, minutes = int(match[9]), int(match[10])
        offset = hours * 60 + minutes
        if minutes > 59 or offset > 18 * 60 or (match[8] == "-" and offset == 0):
            raise Failure("instant_invalid", text=text)
        offset *= 1 if match[8] == "+" else -1
    milliseconds = int((match[7] or "")[:3].ljust(3, "0"))
    value = (local - EPOCH) // MILLISECOND - offset * 60_000 + milliseconds
    if not 0 <= value <= LATEST:
        raise Failure("instant_out_of_range", text=text)
    return value


def instant_text(value: int) -> str:
    """VAL-TIME-3."""
    return (EPOCH + value * MILLISECOND).isoformat(timespec="milliseconds") + "Z"


def present(**members: Any) -> dict[str, Any]:
    """An object of the members that aren't None: absent ones are left out (JSON-1)."""
    return {name: value for name, value in members.items() if value is not None}

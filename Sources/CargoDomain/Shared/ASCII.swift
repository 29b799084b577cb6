/// ASCII character classes for UTF-8 bytes, independent of locale and Unicode.
extension UInt8 {
    package var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }
    package var isASCIIUppercase: Bool { self >= 0x41 && self <= 0x5A }
    package var isASCIILowercase: Bool { self >= 0x61 && self <= 0x7A }
    package var isASCIILetter: Bool { isASCIIUppercase || isASCIILowercase }
    package var isASCIIAlphanumeric: Bool { isASCIIDigit || isASCIILetter }
}

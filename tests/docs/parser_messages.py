"""What parsers complain of, as catalogs list it: their words are in no source of ours.

Those of tomllib, json, csv, msgspec and SQLite that a broken file can call up, and those of our
own reader of TOML, which speaks as tomllib does. In braces stands what they quote; `fault` is a
complaint again.
"""

from __future__ import annotations

from typing import Final

PARSER_MESSAGES: Final = (
    # their places
    "{fault} (at line {line}, column {column})",
    "{fault} (at end of document)",
    "{fault}: line {line} column {column} (char {place})",
    "{fault} - at `{place}`",
    "{fault} - at `key` in `{place}`",
    # tomllib
    "Cannot declare {key} twice",
    "Cannot mutate immutable namespace {key}",
    "Cannot overwrite a value",
    "Cannot redefine namespace {key}",
    "Duplicate inline table key {key}",
    "Escaped character is not a Unicode scalar value",
    "Expected '{sign}'",
    "Expected '=' after a key in a key/value pair",
    "Expected ']' at the end of a table declaration",
    "Expected ']]' at the end of an array declaration",
    "Expected newline or end of document after a statement",
    "Found invalid character {sign}",
    "Illegal character {sign}",
    "Invalid date or datetime",
    "Invalid hex value",
    "Invalid initial character for a key part",
    "Invalid statement",
    "Invalid value",
    "Unclosed array",
    "Unclosed inline table",
    "Unescaped '\\' in a string",
    "Unterminated string",
    # our own reader of TOML
    "A key of more than {most} parts",
    "A whole number of more than {most} bits",
    "Tables or lists nested too deep, more than {most}",
    # json
    "Expecting value",
    "Expecting property name enclosed in double quotes",
    "Expecting {sign} delimiter",
    "Extra data",
    "Illegal trailing comma before end of array",
    "Illegal trailing comma before end of object",
    "Invalid \\escape",
    "Invalid \\uXXXX escape",
    "Invalid control character at",
    "Unterminated string starting at",
    # csv
    "field larger than field limit ({most})",
    "line contains NUL",
    "new-line character seen in unquoted field - do you need to open the file with newline=''?",
    "unexpected end of data",
    "{sign} expected after '\"'",
    # msgspec
    "Expected `{expected}`, got `{got}`",
    "Expected `array` of length {length}, got {got}",
    "Expected `array` of length {length}",
    "Expected `array` of at least length {least}, got {got}",
    "Expected `array` of length {least} to {most}, got {got}",
    "Expected `array` of length <= {most}",
    "Expected `array` of length >= {least}",
    "Expected `int` <= {most}",
    "Expected `int` >= {least}",
    "Expected `object` of length <= {most}",
    "Expected `str` matching regex {pattern}",
    "Expected `str` of length <= {most}",
    "Expected `str` of length >= {least}",
    "Input data was truncated",
    "Integer value out of range",
    "Invalid enum value {value}",
    "Number out of range",
    "Object contains unknown field `{key}`",
    "Object missing required field `{key}`",
    "JSON is malformed: expected ',' or ']' (byte {byte})",
    "JSON is malformed: expected ',' or '}}' (byte {byte})",
    "JSON is malformed: expected ':' (byte {byte})",
    "JSON is malformed: expected '\"' (byte {byte})",
    "JSON is malformed: invalid character (byte {byte})",
    "JSON is malformed: invalid number (byte {byte})",
    "JSON is malformed: trailing characters (byte {byte})",
    "JSON is malformed: object keys must be strings (byte {byte})",
    "JSON is malformed: trailing comma in array (byte {byte})",
    "JSON is malformed: trailing comma in object (byte {byte})",
    "JSON is malformed: {fault} (byte {byte})",
    "maximum recursion depth exceeded",
    "maximum recursion depth exceeded while deserializing an object",
    # SQLite
    "database disk image is malformed",
    "database is locked",
    "disk I/O error",
    "file is not a database",
    "string or blob too big",
    "unable to open database file",
    "Could not decode to UTF-8 column {column} with text {text}",
)

"""Certificates for TLS: the user's own, or one that signs itself, made when it is first needed."""

from __future__ import annotations

import ssl
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Final, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from duelmat_files import make_directory
from duelmat_files.errors import NotKeptError
from duelmat_files.outside import check_regular_file, read_private_file
from duelmat_files.whole_file import write_whole
from duelmat_message import words_of
from duelmat_serving.errors import CertificateError

VALID: Final = timedelta(days=365)
SPARE: Final = timedelta(days=1)
"""A certificate that ends within this time is made anew."""


class Certificate(NamedTuple):
    """A certificate with its key, as files."""

    path: Path
    key: Path
    """The key; it may be in the same file."""


def check_certificate(certificate: Certificate) -> x509.Certificate:
    """Load a certificate as a server would. Raises CertificateError for unusable files."""
    try:
        for path in certificate:
            check_regular_file(path)
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(
            certificate.path,
            certificate.key,
            password=lambda: "",  # never asks at the terminal
        )
        return x509.load_pem_x509_certificate(certificate.path.read_bytes())
    except (OSError, ValueError) as error:  # an SSLError is an OSError
        raise CertificateError(certificate.path, certificate.key, str(error)) from error


def fingerprint(certificate: Certificate) -> str:
    """Return the SHA-256 by which a browser shows a certificate."""
    return check_certificate(certificate).fingerprint(hashes.SHA256()).hex(":").upper()


def own_certificate(directory: Path, names: Iterable[str]) -> Certificate:
    """Return the certificate that a table signs itself, made anew if it does not serve.

    names: host names and addresses under which the pages are asked.
    """
    wanted = set(names)
    made = Certificate(directory / "tls.pem", directory / "tls.pem")
    with suppress(CertificateError, OSError):
        read_private_file(made.path)  # nobody else has made or read it
        known = check_certificate(made)
        if wanted <= _names_of(known) and known.not_valid_after_utc > datetime.now(UTC) + SPARE:
            return made
    try:
        make_directory(directory)
        write_whole(made.path, _self_signed(wanted), "the certificate")
    except NotKeptError as error:
        raise CertificateError(made.path, made.key, str(error)) from error
    except OSError as error:
        raise CertificateError(made.path, made.key, words_of(error)) from error
    return made


def _self_signed(names: set[str]) -> bytes:
    """Return a key and a certificate for it, as one PEM file."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Duelmat")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - SPARE)  # a phone's clock may be slow
        .not_valid_after(now + VALID)
        .add_extension(x509.SubjectAlternativeName([*map(_name, sorted(names))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    return private + certificate.public_bytes(serialization.Encoding.PEM)


def _name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _names_of(certificate: x509.Certificate) -> set[str]:
    with suppress(x509.ExtensionNotFound):
        found = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        return {str(each.value) for each in found}
    return set()

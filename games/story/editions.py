"""A sentence about each edition, for somebody who has to choose one."""

from django.utils.translation import gettext_lazy as _

ABOUT = {
    "kessen": _(
        "The later edition: eight weeks, six leaders who serve with every clan, and disks that are castles "
        "of their own. Its board is in part reconstructed, and its places have names of their own."
    ),
    "gmt-2016": _(
        "The base game with its rules of 2016, on its printed board: seven weeks, capitals at Kyoto and Edo, "
        "disks inside castles, and Ishida Mitsunari, who must not fall either."
    ),
    "gmt-2011": _(
        "The base game as it came out: like 2016, but of an odd hand either half may be discarded, and the "
        "Uesugi begin with fewer blocks."
    ),
    "manual": _(
        "The pieces and the reconstructed board of Kessen, eight weeks, by a short manual: special attacks "
        "grow faster, there are capitals, who leads a move stays hidden, and Ishida Mitsunari must not fall."
    ),
}


def about(edition: str) -> str:
    """The sentences in the active language; empty for an edition that the operator added."""
    return str(ABOUT.get(edition, ""))

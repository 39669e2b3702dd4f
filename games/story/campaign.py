"""A sentence about each clan and each leader of 1600, and where it stands on the page of the history."""

from django.utils.translation import gettext_lazy as _

CLANS = {
    "tokugawa": _(
        "The Tokugawa came from Mikawa, were moved to Edo and the plain around it in 1590, and held more "
        "land than any other house."
    ),
    "fukushima": _(
        "The Fukushima had risen in Hideyoshi's service to the castle of Kiyosu, and were given Hiroshima "
        "for what they did in the war."
    ),
    "maeda": _(
        "The Maeda of Kanazawa came out of the war with the largest domain after that of the Tokugawa."
    ),
    "date": _("The Date were a great house of the far north, and began to build Sendai soon after the war."),
    "ii": _(
        "The Ii were vassals of the Tokugawa, known by the red armour of their men, and were given "
        "Ishida's castle of Sawayama."
    ),
    "kuroda": _(
        "The Kuroda held Nakatsu in Kyushu, and were given the province of Chikuzen there, where they "
        "founded Fukuoka."
    ),
    "hosokawa": _(
        "The Hosokawa held the province of Tango, where the old poet Hosokawa Yusai defended Tanabe for "
        "weeks against a much larger army."
    ),
    "mori": _(
        "The Mori ruled much of western Honshu from Hiroshima, and kept only two of their provinces after "
        "the war."
    ),
    "uesugi": _(
        "The Uesugi had been moved from Echigo to Aizu in 1598, and were left with Yonezawa after the war."
    ),
    "ukita": _(
        "The Ukita of Okayama brought one of the largest contingents of the West to Sekigahara, and lost "
        "all their land."
    ),
    "otani": _(
        "The Otani of Tsuruga were a small house that had risen in Hideyoshi's service, and Kobayakawa's "
        "attack fell upon their men."
    ),
    "shimazu": _(
        "The Shimazu of Satsuma, in the south of Kyushu, came with few men, and kept their land although "
        "they had fought for the West."
    ),
    "ishida": _("The Ishida lost their castle of Sawayama, above Lake Biwa, within days of the battle."),
    "kobayakawa": _(
        "The Kobayakawa, a branch of the Mori, were given Okayama for changing sides, and died out two "
        "years later."
    ),
    "sanada": _(
        "The Sanada of Ueda were divided: father and younger son stood with the West, the elder son with "
        "the East, so that the house lived on."
    ),
}
"""By the id of the clan."""

LEADERS = {
    "ieyasu": _(
        "Tokugawa Ieyasu was the strongest of the regents, led the East, and became shogun in 1603, when "
        "he was sixty."
    ),
    "fukushima-daimyo": _(
        "Fukushima Masanori had fought for Hideyoshi since his youth, hated Ishida, and stood in the first "
        "line of the East at Sekigahara."
    ),
    "maeda-daimyo": _(
        "Maeda Toshinaga, son of the regent Toshiie, sent his mother to Edo as a hostage and fought for "
        "the East on the coast of the Sea of Japan."
    ),
    "date-daimyo": _(
        "Date Masamune, who had lost an eye to an illness as a child, kept the Uesugi busy in the north."
    ),
    "ii-naomasa": _(
        "Ii Naomasa was among the first to attack at Sekigahara, and was shot while he pursued the Shimazu."
    ),
    "kuroda-nagamasa": _(
        "Kuroda Nagamasa fought at Sekigahara, and had helped to win over Kobayakawa before the battle."
    ),
    "hosokawa-tadaoki": _(
        "Hosokawa Tadaoki fought for the East after his wife Gracia had died in Osaka, where she was to "
        "become a hostage of the West."
    ),
    "mori-daimyo": _(
        "Mori Terumoto, one of the regents, was the head of the West by name, stayed in Osaka, and gave up "
        "the castle without a fight."
    ),
    "uesugi-daimyo": _(
        "Uesugi Kagekatsu, one of the regents, gave Ieyasu the reason to march north, and fought there "
        "while the war was decided elsewhere."
    ),
    "ukita-daimyo": _(
        "Ukita Hideie, the youngest of the regents, fought against Fukushima at Sekigahara, and was "
        "banished to an island, where he lived until 1655."
    ),
    "otani-daimyo": _(
        "Otani Yoshitsugu, gravely ill, joined his friend Ishida against his own judgement, and took his "
        "life when his line broke."
    ),
    "shimazu-daimyo": _(
        "Shimazu Yoshihiro held his men back at Sekigahara, and broke through the Eastern army when all "
        "was lost."
    ),
    "ishida-mitsunari": _(
        "Ishida Mitsunari, an administrator more than a soldier, brought the West together, and was "
        "beheaded in Kyoto soon after the battle."
    ),
    "kobayakawa-hideaki": _(
        "Kobayakawa Hideaki, a nephew of Hideyoshi's wife and still under twenty, came with the West and "
        "attacked it in the middle of the battle."
    ),
    "sanada-masayuki": _(
        "Sanada Masayuki held Ueda twice against a larger army of the Tokugawa, in 1585 and in 1600, and "
        "died in exile."
    ),
    "hideyori": _(
        "Toyotomi Hideyori, Hideyoshi's heir, was seven years old in 1600, and died when the castle of "
        "Osaka fell in 1615."
    ),
    "torii": _(
        "Torii Mototada, who had served Ieyasu since both were boys, held Fushimi without hope of relief "
        "and died there."
    ),
    "mogami": _(
        "Mogami Yoshiaki of Yamagata, an uncle of Date Masamune, held out against the Uesugi until the "
        "news from Sekigahara came."
    ),
}
"""By the id of the block or the disk."""

_SAME = {"kobayakawa-daimyo": "kobayakawa-hideaki", "sanada": "sanada-masayuki"}
"""Blocks and disks that stand for a leader who is another piece elsewhere."""


def leader_anchor(piece: str) -> str:
    """The id of the sentence about who a block or a disk is; empty for nobody in particular."""
    leader = _SAME.get(piece, piece)
    return leader if leader in LEADERS else ""


def clan_anchor(clan: str) -> str:
    """The id of the sentence about a clan; empty for one that the operator added."""
    return f"clan-{clan}" if clan in CLANS else ""

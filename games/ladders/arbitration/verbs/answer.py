from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.closing import hold
from games.engine.side import EAST
from games.ladders.arbitration.case import Case
from games.ladders.arbitration.verbs.base import Hearing, Verb
from games.ladders.models.ruling import Ruling, RulingRequest
from sekigahara.errors.exceptions import Conflict


@dataclass(frozen=True, kw_only=True)
class AnswerQuestion(Verb):
    """Answer a question. Both players read the answer, which is the reason; the question only its asker."""

    name = "answer"
    meaning = "the answer to a question"
    title = gettext_lazy("Give this answer?")
    warning = gettext_lazy("Both players are mailed it, and it stays in the record.")
    button = gettext_lazy("Give the answer")
    needs_reason = True
    is_offered = False

    question: RulingRequest

    @classmethod
    def is_possible(cls, hearing: Hearing) -> bool:
        return RulingRequest.objects.filter(game=hearing.game, answer=None).exists()

    def carry_out(self, case: Case) -> Ruling:
        """Close the question.

        Raises:
            Conflict: ``not-read``: the arbiter has not read it; ``answered-already``: it is answered, or was
                deleted with its asker.
        """
        hold(self.question.asker_id)
        question = RulingRequest.objects.select_for_update(no_key=True).filter(pk=self.question.pk).first()
        if question is None or question.answer_id is not None:
            raise Conflict("answered-already")
        if not question.readers.filter(pk=case.arbiter.pk).exists():
            raise Conflict("not-read")
        question.answer = self.enter(case, side=question.asks, parameters={"question": question.public_id})
        question.save(update_fields=["answer"])
        return question.answer

    @classmethod
    def sentence(cls, ruling: Ruling) -> str:
        is_of_east = ruling.about == EAST
        return _("A question of East is answered.") if is_of_east else _("A question of West is answered.")

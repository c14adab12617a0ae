import { type ReactNode, memo, useCallback, useRef } from "react";
import type { Question } from "../../../contract/forms/content-schema.ts";
import { FORM_LIMITS } from "../../../contract/forms/vocabulary.ts";
import { Button } from "../../kit/button.tsx";
import { Icon } from "../../kit/icon.tsx";
import { TextField } from "../../kit/fields/text-field.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { conditionText, numberedQuestions } from "../question-words.ts";
import { type Draft, type Place, isSamePlace, questionsAbove } from "../draft/draft.ts";
import type { DraftProblem } from "../draft/draft-problems.ts";
import type { DraftEdit } from "../draft/edit-draft.ts";
import { allWords } from "./problem-words.ts";
import { type Choose, QuestionRow } from "./question-row.tsx";

/** The sections and questions of a draft. Tab reaches the chosen one, keys the others; questions can be dragged. */
export function QuestionList({ draft, chosen, problems, edit, choose, add }: Props): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const dragged = useRef<Place | null>(null);
  const drag = useCallback((section: number, question: number) => {
    dragged.current = { section, question };
  }, []);
  const drop = useCallback(
    (section: number, question: number) => {
      const from = dragged.current;
      dragged.current = null;
      if (from !== null) edit({ kind: "MOVE_TO", from, to: { section, question } });
    },
    [edit],
  );
  const numbered = numberedQuestions(draft.content);
  const errorAt = (place: Place) => {
    if (problems.length === 0) return null;
    const own = problems.filter((problem) => problem.place && isSamePlace(problem.place, place));
    return own.length === 0 ? null : allWords(own, texts);
  };
  const ofForm = problems.filter(({ place }) => place === null);
  const titleError = ofForm.length === 0 ? null : allWords(ofForm, texts);
  // A draft that the API made may use an id twice.
  const keyOf = (question: Question, at: number) =>
    numbered.get(question.questionId)?.question === question
      ? question.questionId
      : `${question.questionId} ${at}`;
  return (
    <div className="form-list">
      <div className="form-title">
        <TextField
          label={t("forms.field.title")}
          error={titleError}
          maxLength={FORM_LIMITS.lineLength}
          value={draft.title}
          change={(title) => edit({ kind: "TITLE", title })}
        />
      </div>
      {draft.content.sections.map((section, index) => {
        const place = { section: index, question: null };
        const isChosen = isSamePlace(chosen, place);
        const error = errorAt(place);
        return (
          <section key={`${section.sectionId} ${index}`} aria-label={section.title}>
            <div className="form-tier">
              <button
                type="button"
                className="tier"
                aria-current={isChosen ? "true" : undefined}
                tabIndex={isChosen ? 0 : -1}
                onClick={({ detail }) => choose(index, null, detail === 0)}
              >
                {section.title === "" ? t("forms.untitledSection") : section.title}
                <span className="grow">
                  {error !== null && (
                    <span className="error">
                      <Icon name="warn" />
                      {error}
                    </span>
                  )}
                </span>
                <span className="num">{section.questions.length}</span>
              </button>
            </div>
            <ol>
              {section.questions.map((question, at) => (
                <QuestionRow
                  key={keyOf(question, at)}
                  section={index}
                  question={at}
                  number={questionsAbove(draft.content, index) + at + 1}
                  shown={question}
                  condition={question.showIf && conditionText(question.showIf, numbered, texts)}
                  isChosen={isSamePlace(chosen, { section: index, question: at })}
                  error={errorAt({ section: index, question: at })}
                  choose={choose}
                  drag={drag}
                  drop={drop}
                />
              ))}
            </ol>
          </section>
        );
      })}
      <Adding add={add} />
    </div>
  );
}

interface Props {
  readonly draft: Draft;
  readonly chosen: Place;
  readonly problems: readonly DraftProblem[];
  /** It keeps its identity, as do `choose` and `add`. */
  readonly edit: (edit: DraftEdit) => void;
  readonly choose: Choose;
  readonly add: (what: "QUESTION" | "SECTION") => void;
}

/** The buttons below the list, which a key press does not draw again. */
const Adding = memo(function Adding({ add }: Pick<Props, "add">): ReactNode {
  const { t } = useTexts();
  return (
    <p className="row-h wrap form-add">
      <Button icon="plus" keys="q" onPress={() => add("QUESTION")}>
        {t("forms.question")}
      </Button>
      <Button kind="quiet" icon="plus" keys="Shift Q" onPress={() => add("SECTION")}>
        {t("forms.section")}
      </Button>
    </p>
  );
});

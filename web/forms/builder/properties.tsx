import { type ReactNode, memo } from "react";
import { FORM_LIMITS } from "../../../contract/forms/vocabulary.ts";
import { Button } from "../../kit/button.tsx";
import { TextField } from "../../kit/fields/text-field.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import {
  type Draft,
  type Place,
  isSamePlace,
  questionAt,
  questionsAbove,
  questionsBefore,
  sectionAt,
} from "../draft/draft.ts";
import type { DraftProblem } from "../draft/draft-problems.ts";
import type { DraftEdit } from "../draft/edit-draft.ts";
import { hasField, textOrNull } from "./kind-fields.tsx";
import { allWords, problemWords } from "./problem-words.ts";
import { QuestionFields } from "./question-fields.tsx";

/** The properties of the chosen question, or of the chosen section. */
export function Properties(props: PropertiesProps): ReactNode {
  const texts = useTexts();
  const { draft, chosen, problems, edit, children } = props;
  const own = problems.filter(({ place }) => place !== null && isSamePlace(place, chosen));
  const errorOf = (field: string) => {
    const found = own.find((problem) => problem.field === field);
    return found === undefined ? null : problemWords(found, texts);
  };
  const question = questionAt(draft, chosen);
  const others =
    question === undefined ? [] : own.filter(({ field }) => !hasField(question, field));
  return (
    <div className="form-properties">
      {question === undefined ? (
        <SectionFields {...props} errorOf={errorOf} />
      ) : (
        <QuestionFields
          key={question.questionId}
          question={question}
          number={questionsAbove(draft.content, chosen.section) + (chosen.question ?? 0) + 1}
          earlier={questionsBefore(draft, chosen)}
          change={(next, field) => edit({ kind: "QUESTION", question: next, field })}
          errorOf={errorOf}
          errors={own.map(({ field, code }) => `${field} ${code}`).join()}
          elsewhere={others.length === 0 ? null : allWords(others, texts)}
          acts={<PlaceActs isQuestion isOnly={false} edit={edit} />}
        />
      )}
      {children}
    </div>
  );
}

interface PropertiesProps {
  readonly draft: Draft;
  readonly chosen: Place;
  readonly problems: readonly DraftProblem[];
  readonly edit: (edit: DraftEdit) => void;
  readonly children?: ReactNode;
}

function SectionFields({
  draft,
  chosen,
  edit,
  errorOf,
}: PropertiesProps & { readonly errorOf: (field: string) => string | null }): ReactNode {
  const { t } = useTexts();
  const section = sectionAt(draft, chosen);
  if (section === undefined) return null;
  const change = (next: typeof section, field: string) =>
    edit({ kind: "SECTION", section: next, field });
  return (
    <section className="block stack" key={section.sectionId}>
      <h2>{t("forms.sectionNumber", { number: chosen.section + 1 })}</h2>
      {errorOf("questions") !== null && <p className="error">{errorOf("questions")}</p>}
      <div data-field="title">
        <TextField
          label={t("forms.field.title")}
          error={errorOf("title")}
          maxLength={FORM_LIMITS.lineLength}
          value={section.title}
          change={(title) => change({ ...section, title }, "title")}
        />
      </div>
      <div data-field="intro">
        <TextField
          label={t("forms.field.intro")}
          error={errorOf("intro")}
          rows={3}
          maxLength={FORM_LIMITS.helpLength}
          value={section.intro ?? ""}
          change={(text) => change({ ...section, intro: textOrNull(text) }, "intro")}
        />
      </div>
      <PlaceActs isQuestion={false} isOnly={draft.content.sections.length === 1} edit={edit} />
    </section>
  );
}

/** Moves or removes what is chosen; a key press does not draw it again. A form keeps one section. */
const PlaceActs = memo(function PlaceActs({ isQuestion, isOnly, edit }: PlaceActsProps): ReactNode {
  const { t } = useTexts();
  return (
    <p className="row-h wrap">
      <Button keys="Alt ArrowUp" onPress={() => edit({ kind: "MOVE", step: -1 })}>
        {t("forms.up")}
      </Button>
      <Button keys="Alt ArrowDown" onPress={() => edit({ kind: "MOVE", step: 1 })}>
        {t("forms.down")}
      </Button>
      <Button
        kind="quiet"
        offReason={isOnly ? t("forms.oneSection") : null}
        onPress={() => edit({ kind: "REMOVE" })}
      >
        {t(isQuestion ? "forms.remove" : "forms.removeSection")}
      </Button>
    </p>
  );
});

interface PlaceActsProps extends Pick<PropertiesProps, "edit"> {
  readonly isQuestion: boolean;
  /** Whether it is the only section. */
  readonly isOnly: boolean;
}

import { type ReactNode, memo } from "react";
import type { Question } from "../../../contract/forms/content-schema.ts";
import { FORM_LIMITS, MAPPED_FIELDS, QUESTION_KINDS } from "../../../contract/forms/vocabulary.ts";
import { isAlike } from "../../drafts/is-alike.ts";
import { SelectField } from "../../kit/fields/select-field.tsx";
import { Switch } from "../../kit/fields/switch.tsx";
import { TextField } from "../../kit/fields/text-field.tsx";
import { useSteady } from "../../kit/hooks/use-steady.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { ConditionEditor } from "./condition-editor.tsx";
import type { NumberedQuestion } from "../draft/draft.ts";
import type { FieldProps } from "./field-props.ts";
import { KindFields, textOrNull } from "./kind-fields.tsx";
import { withKind } from "../draft/new-question.ts";

/** The properties of a question: its words, its kind with what belongs to it, and when it is shown. */
export function QuestionFields(props: Props): ReactNode {
  const { t } = useTexts();
  const { question, change, errorOf, number, earlier, errors, acts, elsewhere } = props;
  // A change elsewhere in the question keeps the newest words.
  const changeRest = useSteady((next: Question, field: string) =>
    change({ ...next, label: question.label, help: question.help }, field),
  );
  const rest = { question, earlier, errors, errorOf, change: changeRest };
  return (
    <>
      <section className="block stack">
        <h2>{t("forms.questionNumber", { number })}</h2>
        {elsewhere !== null && <p className="error">{elsewhere}</p>}
        <div data-field="label">
          <TextField
            label={t("forms.field.label")}
            error={errorOf("label")}
            rows={2}
            maxLength={FORM_LIMITS.lineLength}
            value={question.label}
            change={(text) => change({ ...question, label: inOneLine(text) }, "label")}
          />
        </div>
        <div data-field="help">
          <TextField
            label={t("forms.field.help")}
            error={errorOf("help")}
            rows={2}
            maxLength={FORM_LIMITS.helpLength}
            value={question.help ?? ""}
            change={(text) => change({ ...question, help: textOrNull(text) }, "help")}
          />
        </div>
        <div data-field="kind">
          <SelectField
            label={t("forms.field.kind")}
            value={question.kind}
            options={QUESTION_KINDS.map((value) => ({ value, name: t(`forms.question.${value}`) }))}
            change={(kind) => change(withKind(question, kind), "kind")}
          />
        </div>
        <SteadyKindFields {...rest} />
        <Switch
          label={t("forms.field.required")}
          isOn={question.required}
          change={(required) => change({ ...question, required }, "required")}
        />
        <div data-field="mapsTo">
          <SelectField<MappedChoice>
            label={t("forms.field.mapsTo")}
            error={errorOf("mapsTo")}
            value={question.mapsTo ?? "NOTHING"}
            options={MAPPED_CHOICES.map((value) => ({ value, name: t(`forms.maps.${value}`) }))}
            change={(chosen) =>
              change({ ...question, mapsTo: chosen === "NOTHING" ? null : chosen }, "mapsTo")
            }
          />
        </div>
        {acts}
      </section>
      <SteadyCondition {...rest} />
    </>
  );
}

/** Fields with buttons and long lists, which typing into the words of the question does not draw again. */
const SteadyKindFields = memo(function SteadyKindFields(props: SteadyProps): ReactNode {
  return <KindFields question={props.question} change={props.change} errorOf={props.errorOf} />;
}, isSteady);

const SteadyCondition = memo(function SteadyCondition({
  errors: _errors,
  ...props
}: SteadyProps): ReactNode {
  return <ConditionEditor {...props} />;
}, isSteady);

interface SteadyProps extends FieldProps {
  /** The refused fields with their reasons, as a text. */
  readonly errors: string;
  readonly earlier: readonly NumberedQuestion[];
}

function isSteady(before: SteadyProps, after: SteadyProps): boolean {
  const { label, help } = after.question;
  return (
    before.errors === after.errors &&
    before.change === after.change &&
    isAlike({ ...before.question, label, help }, after.question) &&
    before.earlier.length === after.earlier.length &&
    before.earlier.every(
      ({ question, number }, at) =>
        question === after.earlier[at]?.question && number === after.earlier[at]?.number,
    )
  );
}

interface Props extends FieldProps {
  /** The refused fields with their reasons, as a text. */
  readonly errors: string;
  readonly number: number;
  readonly earlier: readonly NumberedQuestion[];
  /** The acts on the question as a whole. */
  readonly acts: ReactNode;
  /** Problems of the question that are not those of a field. */
  readonly elsewhere: string | null;
}

const MAPPED_CHOICES = ["NOTHING", ...MAPPED_FIELDS] as const;
type MappedChoice = (typeof MAPPED_CHOICES)[number];

/** The API takes a question in one line; a pasted line break becomes a blank. */
const inOneLine = (text: Question["label"]): string => text.replaceAll(/[\r\n\t]+/g, " ");

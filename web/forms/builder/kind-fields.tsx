import type { ReactNode } from "react";
import type { Question } from "../../../contract/forms/content-schema.ts";
import { FORM_LIMITS } from "../../../contract/forms/vocabulary.ts";
import { TextField } from "../../kit/fields/text-field.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import type { FieldProps } from "./field-props.ts";
import { NumberField } from "./number-field.tsx";
import { OptionsEditor } from "./options-editor.tsx";

/** The fields that only one kind of question has. */
export function KindFields({ question, ...rest }: FieldProps): ReactNode {
  switch (question.kind) {
    case "NUMBER":
      return <NumberFields question={question} {...rest} />;
    case "SCALE":
      return <ScaleFields question={question} {...rest} />;
    case "DATE":
      return <DateFields question={question} {...rest} />;
    case "SINGLE_CHOICE":
      return <OptionsEditor question={question} {...rest} />;
    case "MULTI_CHOICE":
      return (
        <>
          <OptionsEditor question={question} {...rest} />
          <ChoiceCounts question={question} {...rest} />
        </>
      );
    case "TEXT":
    case "LONG_TEXT":
    case "BOOLEAN":
      return null;
  }
}

function NumberFields({ question, change, errorOf }: FieldProps<"NUMBER">): ReactNode {
  const { t } = useTexts();
  const { min, max, decimals } = question;
  return (
    <>
      <Unit question={question} change={change} errorOf={errorOf} />
      <div className="form-pair">
        <div data-field="min">
          <NumberField
            label={t("forms.field.min")}
            error={errorOf("min")}
            value={min}
            change={(value) => change({ ...question, min: value }, "min")}
          />
        </div>
        <div data-field="max">
          <NumberField
            label={t("forms.field.max")}
            error={errorOf("max")}
            value={max}
            change={(value) => change({ ...question, max: value }, "max")}
          />
        </div>
      </div>
      <div data-field="decimals">
        <NumberField
          label={t("forms.field.decimals")}
          error={errorOf("decimals")}
          value={decimals}
          isWhole
          isNeeded
          change={(value) => change({ ...question, decimals: value ?? decimals }, "decimals")}
        />
      </div>
    </>
  );
}

function ScaleFields({ question, change, errorOf }: FieldProps<"SCALE">): ReactNode {
  const { t } = useTexts();
  const { min, max, lowLabel, highLabel } = question;
  return (
    <>
      <div className="form-pair">
        <div data-field="min">
          <NumberField
            label={t("forms.scaleMin")}
            error={errorOf("min")}
            value={min}
            isWhole
            isNeeded
            change={(value) => change({ ...question, min: value ?? min }, "min")}
          />
        </div>
        <div data-field="max">
          <NumberField
            label={t("forms.scaleMax")}
            error={errorOf("max")}
            value={max}
            isWhole
            isNeeded
            change={(value) => change({ ...question, max: value ?? max }, "max")}
          />
        </div>
      </div>
      <div className="form-pair">
        <div data-field="lowLabel">
          <TextField
            label={t("forms.field.lowLabel")}
            error={errorOf("lowLabel")}
            maxLength={FORM_LIMITS.lineLength}
            value={lowLabel ?? ""}
            change={(text) => change({ ...question, lowLabel: textOrNull(text) }, "lowLabel")}
          />
        </div>
        <div data-field="highLabel">
          <TextField
            label={t("forms.field.highLabel")}
            error={errorOf("highLabel")}
            maxLength={FORM_LIMITS.lineLength}
            value={highLabel ?? ""}
            change={(text) => change({ ...question, highLabel: textOrNull(text) }, "highLabel")}
          />
        </div>
      </div>
      <Unit question={question} change={change} errorOf={errorOf} />
    </>
  );
}

function DateFields({ question, change, errorOf }: FieldProps<"DATE">): ReactNode {
  const { t } = useTexts();
  return (
    <div className="form-pair">
      <div data-field="min">
        <TextField
          label={t("forms.dateMin")}
          error={errorOf("min")}
          type="date"
          value={question.min ?? ""}
          change={(text) => change({ ...question, min: textOrNull(text) }, "min")}
        />
      </div>
      <div data-field="max">
        <TextField
          label={t("forms.dateMax")}
          error={errorOf("max")}
          type="date"
          value={question.max ?? ""}
          change={(text) => change({ ...question, max: textOrNull(text) }, "max")}
        />
      </div>
    </div>
  );
}

function ChoiceCounts({ question, change, errorOf }: FieldProps<"MULTI_CHOICE">): ReactNode {
  const { t } = useTexts();
  return (
    <div className="form-pair">
      <div data-field="minChoices">
        <NumberField
          label={t("forms.field.minChoices")}
          error={errorOf("minChoices")}
          value={question.minChoices}
          isWhole
          change={(value) => change({ ...question, minChoices: value }, "minChoices")}
        />
      </div>
      <div data-field="maxChoices">
        <NumberField
          label={t("forms.field.maxChoices")}
          error={errorOf("maxChoices")}
          value={question.maxChoices}
          isWhole
          change={(value) => change({ ...question, maxChoices: value }, "maxChoices")}
        />
      </div>
    </div>
  );
}

function Unit({ question, change, errorOf }: FieldProps<"NUMBER" | "SCALE">): ReactNode {
  const { t } = useTexts();
  return (
    <div data-field="unit">
      <TextField
        label={t("forms.field.unit")}
        error={errorOf("unit")}
        maxLength={UNIT_LENGTH}
        value={question.unit ?? ""}
        change={(text) => change({ ...question, unit: textOrNull(text) }, "unit")}
      />
    </div>
  );
}

/** As long as the API takes a unit. */
const UNIT_LENGTH = 20;

/** An empty field has no text. Blanks stay while a person types; the server trims them. */
export const textOrNull = (text: string): string | null => (text === "" ? null : text);

/** The fields that are shown for a question; a problem elsewhere is named above them. */
export function hasField(question: Question, field: string): boolean {
  if (SHARED.has(field)) return true;
  if (/^options\/\d+\/label$/.test(field)) return "options" in question;
  return field !== "questionId" && Object.hasOwn(question, field);
}

const SHARED: ReadonlySet<string> = new Set([
  "showIf/questionId",
  "showIf/operator",
  "showIf/value",
]);

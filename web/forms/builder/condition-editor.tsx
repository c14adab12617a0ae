import type { ReactNode } from "react";
import type { Condition, Question } from "../../../contract/forms/content-schema.ts";
import { CONDITION_OPERATORS } from "../../../contract/forms/vocabulary.ts";
import { SelectField } from "../../kit/fields/select-field.tsx";
import { TextField } from "../../kit/fields/text-field.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import type { NumberedQuestion } from "../draft/draft.ts";
import type { FieldProps } from "./field-props.ts";
import { NumberField } from "./number-field.tsx";
import { firstValue } from "../draft/first-value.ts";

/** When a question is shown: always, or only after an answer to an earlier one. */
export function ConditionEditor({ question, earlier, change, errorOf }: Props): ReactNode {
  const { t } = useTexts();
  const { showIf } = question;
  const named = earlier.find((listed) => listed.question.questionId === showIf?.questionId);
  const set = (next: Condition | null) => change({ ...question, showIf: next }, "showIf");
  const unknown =
    showIf !== null && named === undefined
      ? [{ value: showIf.questionId, name: t("forms.if.gone") }]
      : [];
  return (
    <section className="block stack">
      <h2>{t("forms.shownIf")}</h2>
      <div data-field="showIf/questionId">
        <SelectField
          label={t("forms.ifQuestion")}
          hint={t("forms.ifHint")}
          error={errorOf("showIf/questionId")}
          value={showIf?.questionId ?? ""}
          options={[
            { value: "", name: t("forms.always") },
            ...unknown,
            ...earlier.map(({ question: { questionId, label }, number }) => ({
              value: questionId,
              name: `${number} ${label === "" ? t("forms.untitled") : label}`,
            })),
          ]}
          change={(questionId) =>
            set(questionId === "" ? null : { questionId, operator: "ANSWERED", value: null })
          }
        />
      </div>
      {showIf !== null && (
        <SelectField
          label={t("forms.ifOperator")}
          value={showIf.operator}
          options={CONDITION_OPERATORS.map((value) => ({
            value,
            name: t(`forms.operator.${value}`),
          }))}
          change={(operator) =>
            set({
              ...showIf,
              operator,
              value: operator === "ANSWERED" ? null : (showIf.value ?? firstValue(named?.question)),
            })
          }
        />
      )}
      {showIf !== null && showIf.operator !== "ANSWERED" && named !== undefined && (
        <div data-field="showIf/value">
          <ValueField
            question={named.question}
            value={showIf.value}
            error={errorOf("showIf/value")}
            change={(value) => set({ ...showIf, value })}
          />
        </div>
      )}
    </section>
  );
}

interface Props extends FieldProps {
  /** The questions above this one. */
  readonly earlier: readonly NumberedQuestion[];
}

/** The value of a condition, in the field of its question's kind. */
function ValueField({ question, value, error, change }: ValueFieldProps): ReactNode {
  const { t } = useTexts();
  const label = t("forms.ifValue");
  switch (question.kind) {
    case "BOOLEAN":
      return (
        <SelectField
          label={label}
          error={error}
          value={String(value)}
          options={[
            ...(typeof value === "boolean"
              ? []
              : [{ value: String(value), name: t("forms.choose") }]),
            { value: "true", name: t("forms.yes") },
            { value: "false", name: t("forms.no") },
          ]}
          change={(chosen) => change(chosen === "true")}
        />
      );
    case "SINGLE_CHOICE":
    case "MULTI_CHOICE": {
      const isKnown = question.options.some(({ optionId }) => optionId === value);
      return (
        <SelectField
          label={label}
          error={error}
          value={isKnown ? String(value) : ""}
          options={[
            ...(isKnown ? [] : [{ value: "", name: t("forms.choose") }]),
            ...question.options.map(({ optionId, label: name }) => ({ value: optionId, name })),
          ]}
          change={change}
        />
      );
    }
    case "NUMBER":
    case "SCALE":
      return (
        <NumberField
          label={label}
          error={error}
          value={typeof value === "number" ? value : null}
          change={change}
        />
      );
    case "DATE":
    case "TEXT":
    case "LONG_TEXT":
      return (
        <TextField
          label={label}
          error={error}
          type={question.kind === "DATE" ? "date" : "text"}
          value={typeof value === "string" ? value : ""}
          change={change}
        />
      );
  }
}

interface ValueFieldProps {
  readonly question: Question;
  readonly value: Condition["value"];
  readonly error: string | null;
  readonly change: (value: Condition["value"]) => void;
}

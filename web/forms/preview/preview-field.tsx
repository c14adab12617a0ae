import { type ReactNode, memo, useId } from "react";
import type { Answer, Question } from "../../../contract/forms/content-schema.ts";
import { TextField } from "../../kit/fields/text-field.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { NumberField } from "../builder/number-field.tsx";

/** A question as a client answers it. Drawn again only if it, its answer or its refusal changes. */
export const PreviewField = memo(function PreviewField(props: PreviewFieldProps): ReactNode {
  const { question, answer, error } = props;
  const { t } = useTexts();
  const give = (given: Answer) => props.give(question.questionId, given);
  const label = question.label === "" ? t("forms.untitled") : question.label;
  const unit = "unit" in question && question.unit !== null ? ` (${question.unit})` : "";
  const text = typeof answer === "string" ? answer : "";
  switch (question.kind) {
    case "TEXT":
    case "LONG_TEXT":
    case "DATE":
      return (
        <TextField
          label={label}
          {...(question.help !== null && { hint: question.help })}
          error={error}
          {...(question.kind === "LONG_TEXT" && { rows: 3 })}
          type={question.kind === "DATE" ? "date" : "text"}
          value={text}
          change={give}
        />
      );
    case "NUMBER":
      return (
        <Group question={question} label={null} error={null}>
          <NumberField
            label={`${label}${unit}`}
            error={error}
            value={typeof answer === "number" ? answer : null}
            change={give}
          />
        </Group>
      );
    case "BOOLEAN":
      return (
        <Group question={question} label={label} error={error}>
          <div className="row-h">
            {[true, false].map((value) => (
              <button
                key={String(value)}
                type="button"
                className="btn grow"
                aria-pressed={answer === value}
                onClick={() => give(answer === value ? null : value)}
              >
                {t(value ? "forms.yes" : "forms.no")}
              </button>
            ))}
          </div>
        </Group>
      );
    case "SCALE":
      return (
        <Group question={question} label={`${label}${unit}`} error={error}>
          <div className="scale form-scale">
            {pointsOf(question).map((point) => (
              <button
                key={point}
                type="button"
                aria-pressed={answer === point}
                onClick={() => give(answer === point ? null : point)}
              >
                {point}
              </button>
            ))}
          </div>
          <span className="row-h meta">
            <span className="grow">{question.lowLabel}</span>
            {question.highLabel}
          </span>
        </Group>
      );
    case "SINGLE_CHOICE":
    case "MULTI_CHOICE":
      return (
        <Group question={question} label={label} error={error}>
          <Options question={question} answer={answer} give={give} />
        </Group>
      );
  }
});

interface PreviewFieldProps {
  readonly question: Question;
  readonly answer: Answer;
  /** Why the answer would be refused. */
  readonly error: string | null;
  readonly give: (questionId: string, answer: Answer) => void;
}

/** Several controls under one question, with its help. */
function Group({ question, label, error, children }: GroupProps): ReactNode {
  const id = useId();
  return (
    <fieldset className="field form-group" aria-describedby={`${id}-note`}>
      {label !== null && <legend className="label">{label}</legend>}
      {children}
      <span className={error === null ? "hint" : "error"} id={`${id}-note`}>
        {error ?? question.help}
      </span>
    </fieldset>
  );
}

interface GroupProps {
  readonly question: Question;
  readonly label: string | null;
  readonly error: string | null;
  readonly children: ReactNode;
}

function Options({
  question,
  answer,
  give,
}: {
  readonly answer: Answer;
  readonly give: (answer: Answer) => void;
  readonly question: Extract<Question, { kind: "MULTI_CHOICE" | "SINGLE_CHOICE" }>;
}): ReactNode {
  const { t } = useTexts();
  const name = useId();
  const isMany = question.kind === "MULTI_CHOICE";
  const chosen = Array.isArray(answer) ? answer : [answer];
  return question.options.map(({ optionId, label }) => {
    const isOn = chosen.includes(optionId);
    const toggled = isOn
      ? chosen.filter((other) => other !== optionId)
      : [...chosen.filter((other) => typeof other === "string"), optionId];
    return (
      <label className="row-h" key={optionId}>
        <input
          type={isMany ? "checkbox" : "radio"}
          name={name}
          checked={isOn}
          onChange={() => give(isMany ? toggled.filter(isText) : optionId)}
        />
        <span>{label === "" ? t("forms.untitledOption") : label}</span>
      </label>
    );
  });
}

const isText = (value: unknown): value is string => typeof value === "string";

/** The points of a scale, up to a number that still fits; a scale with more has a problem of its own. */
function pointsOf({ min, max }: Extract<Question, { kind: "SCALE" }>): readonly number[] {
  const count = Math.min(POINTS, Math.max(0, max - min + 1));
  return Array.from({ length: count }, (_, index) => min + index);
}

const POINTS = 101;

import { useState } from "react";
import type { FormAnswer } from "../../device/wire/form-types.ts";
import { optionsOf } from "./options-of.ts";
import type { ShownQuestion } from "./read-question.ts";
import { useFormTexts } from "./texts.ts";
import { writtenAnswer } from "./written-answer.ts";

/** One question with its answer, its help and its error. */
export function QuestionField(props: QuestionFieldProps) {
  const texts = useFormTexts();
  const { question, fault } = props;
  const id = `question-${question.questionId}`;
  const isGroup = ["SINGLE_CHOICE", "MULTI_CHOICE", "BOOLEAN", "SCALE"].includes(question.kind);
  const label = (
    <>
      {question.label}
      {question.unit !== null && <span className="soft"> ({question.unit})</span>}
      {!question.isRequired && <span className="hint">{texts.optional}</span>}
    </>
  );
  const below = (
    <>
      {question.help !== null && <p className="hint">{question.help}</p>}
      {fault !== null && <p className="error">{fault}</p>}
    </>
  );
  if (isGroup) {
    return (
      <fieldset className="field" id={id} tabIndex={-1}>
        <legend>{label}</legend>
        <Choices {...props} id={id} />
        {below}
      </fieldset>
    );
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <TextAnswer {...props} id={id} />
      {below}
    </div>
  );
}

interface QuestionFieldProps {
  readonly question: ShownQuestion;
  readonly answer: FormAnswer | null;
  readonly fault: string | null;
  readonly isOpen: boolean;
  readonly onAnswer: (answer: FormAnswer | null) => void;
}

type AnswerProps = QuestionFieldProps & { readonly id: string };

function TextAnswer({ question, answer, fault, isOpen, onAnswer, id }: AnswerProps) {
  const texts = useFormTexts();
  const [written, setWritten] = useState(() => (answer === null ? "" : String(answer)));
  const control = {
    id,
    className: fault === null ? "input" : "input wrong",
    "aria-invalid": fault !== null,
    readOnly: !isOpen,
    value: written,
  };
  const write = (text: string) => {
    setWritten(text);
    onAnswer(writtenAnswer(question.kind, text));
  };
  switch (question.kind) {
    case "LONG_TEXT":
      return <textarea {...control} rows={4} onChange={({ target }) => write(target.value)} />;
    case "NUMBER":
      return (
        <input {...control} inputMode="decimal" onChange={({ target }) => write(target.value)} />
      );
    case "DATE":
      return <input {...control} type="date" onChange={({ target }) => write(target.value)} />;
    case "TEXT":
      return <input {...control} onChange={({ target }) => write(target.value)} />;
    default:
      return <p className="note">{texts.unknownQuestion}</p>;
  }
}

function Choices({ question, answer, isOpen, onAnswer, id }: AnswerProps) {
  const texts = useFormTexts();
  const isMany = question.kind === "MULTI_CHOICE";
  const chosen: readonly unknown[] = Array.isArray(answer) ? answer : [answer];
  const toggle = (value: FormAnswer) => {
    if (!isMany) onAnswer(value);
    else {
      const ids = chosen.filter((one) => typeof one === "string");
      const without = ids.filter((one) => one !== value);
      const next = without.length < ids.length ? without : [...ids, String(value)];
      onAnswer(next.length === 0 ? null : next);
    }
  };
  return (
    <div className={question.kind === "SCALE" ? "scale" : "options"}>
      {optionsOf(question, texts).map(({ value, label }) => (
        <label key={String(value)} className="check">
          <input
            type={isMany ? "checkbox" : "radio"}
            name={id}
            disabled={!isOpen}
            checked={chosen.includes(value)}
            onChange={() => toggle(value)}
          />
          <span>{label}</span>
        </label>
      ))}
    </div>
  );
}

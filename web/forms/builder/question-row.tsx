import { type DragEvent, type ReactNode, memo } from "react";
import type { Question } from "../../../contract/forms/content-schema.ts";
import { Icon } from "../../kit/icon.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { kindText } from "../question-words.ts";

/**
 * A question in the list: its words, its kind, its condition, and why it is refused. Drawn again only if these change.
 */
export const QuestionRow = memo(function QuestionRow({
  section,
  question,
  number,
  shown,
  condition,
  isChosen,
  error,
  choose,
  drag,
  drop,
}: QuestionRowProps): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const { label, required } = shown;
  return (
    <li
      draggable
      onDragStart={() => drag(section, question)}
      onDragOver={(event: DragEvent) => event.preventDefault()}
      onDrop={() => drop(section, question)}
    >
      <button
        type="button"
        className="q"
        aria-current={isChosen ? "true" : undefined}
        tabIndex={isChosen ? 0 : -1}
        onClick={({ detail }) => choose(section, question, detail === 0)}
      >
        <span className="grip">
          <Icon name="grip" />
        </span>
        <span>
          <b>{label === "" ? t("forms.untitled") : label}</b>{" "}
          {required && <span className="meta">{t("forms.required")}</span>}
          <br />
          <span className="meta">{kindText(shown, texts)}</span>
          {condition !== null && (
            <>
              <br />
              <span className="tag">
                <Icon name="link" />
                {condition}
              </span>
            </>
          )}
          {error !== null && (
            <span className="error">
              <Icon name="warn" />
              {error}
            </span>
          )}
        </span>
        <span className="meta num">{number}</span>
      </button>
    </li>
  );
});

/** Chooses a question or a section; a choice by key goes on to its first field. */
export type Choose = (section: number, question: number | null, isByKey: boolean) => void;

interface QuestionRowProps {
  readonly section: number;
  readonly question: number;
  readonly number: number;
  readonly shown: Question;
  readonly condition: string | null;
  readonly isChosen: boolean;
  readonly error: string | null;
  readonly choose: Choose;
  readonly drag: (section: number, question: number) => void;
  readonly drop: (section: number, question: number) => void;
}

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, memo, useCallback, useState } from "react";
import type { Answer, Answers } from "../../../contract/forms/content-schema.ts";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { useSettled } from "../../kit/hooks/use-settled.ts";
import { useTexts } from "../../texts/use-texts.ts";
import type { Draft } from "../draft/draft.ts";
import type { FormPlace } from "../forms-query.ts";
import { PreviewField } from "./preview-field.tsx";
import { previewQuery } from "./preview-query.ts";
import { tryForm } from "./tried-form.ts";

/**
 * The form as a client fills it in. The server says what a saved draft shows; until it has answered, and for changes
 * that are not saved, its own rules do.
 */
export const Preview = memo(function Preview({ place, draft, revision }: PreviewProps): ReactNode {
  const { t, known } = useTexts();
  const { api } = useConsole();
  const [mode, setMode] = useState<Mode>("PHONE");
  const [given, setGiven] = useState<Answers>({});
  const [isChecked, setIsChecked] = useState(false);
  const { title, content } = draft;
  const answers = mode === "EMPTY" ? NO_ANSWERS : given;
  const tried = tryForm(content, answers);
  const sent = useSettled(tried.sent, SETTLED_MS);
  const served = useQuery({
    ...previewQuery(api, place, { revision: revision ?? 0, answers: sent }),
    enabled: revision !== null,
  });
  const isServed = revision !== null && served.data !== undefined && isSame(sent, tried.sent);
  const shown = isServed ? new Set(served.data.shownQuestionIds) : tried.shown;
  const faults = isServed
    ? new Map(served.data.answerFaults.map(({ questionId, code }) => [questionId, code]))
    : tried.faults;
  const give = useCallback(
    (questionId: string, answer: Answer) => {
      setGiven((before) => ({ ...(mode === "EMPTY" ? NO_ANSWERS : before), [questionId]: answer }));
      if (mode === "EMPTY") setMode("PHONE");
    },
    [mode],
  );
  const progress = shown.size === 0 ? 0 : Math.round((tried.answered / shown.size) * 100);
  return (
    <div
      className="form-preview"
      onKeyDown={(event) => {
        // Arrows move within a choice here, not through the questions.
        if (event.key.startsWith("Arrow")) event.stopPropagation();
      }}
    >
      <div className="row-h">
        <div className="seg" role="group" aria-label={t("forms.preview")}>
          {MODES.map((id) => (
            <button key={id} type="button" aria-pressed={id === mode} onClick={() => setMode(id)}>
              {t(`forms.mode.${id}`)}
            </button>
          ))}
        </div>
      </div>
      <div className={mode === "WIDE" ? "phone stack form-wide" : "phone stack"}>
        <div className="row-h">
          <b className="grow">{title}</b>
          <span className="meta">
            {t("forms.progress", { done: tried.answered, all: shown.size })}
          </span>
        </div>
        <span className="bar" aria-hidden="true">
          <i style={{ width: `${progress}%` }} />
        </span>
        {content.sections.map((section, at) => {
          const questions = section.questions.filter(({ questionId }) => shown.has(questionId));
          if (questions.length === 0) return null;
          return (
            <section className="stack" key={`${section.sectionId} ${at}`}>
              <h2>{section.title}</h2>
              {section.intro !== null && <p className="meta">{section.intro}</p>}
              {questions.map((question, index) => {
                const code = isChecked ? faults.get(question.questionId) : undefined;
                return (
                  <div className="form-tried" key={`${question.questionId} ${index}`}>
                    <PreviewField
                      question={question}
                      answer={answers[question.questionId] ?? null}
                      error={
                        code === undefined
                          ? null
                          : known("forms.answerFault.", code, "forms.answerFault.OTHER")
                      }
                      give={give}
                    />
                  </div>
                );
              })}
            </section>
          );
        })}
        <Button onPress={() => setIsChecked(true)}>{t("forms.check")}</Button>
        {isChecked && (
          <p className="meta" role="status">
            {t("forms.checked", { count: faults.size })}
          </p>
        )}
      </div>
      <p className="meta form-served">
        {t(revision === null ? "forms.previewUnsaved" : "forms.previewServed")}
      </p>
    </div>
  );
});

interface PreviewProps {
  readonly place: FormPlace;
  readonly draft: Draft;
  /** The revision of the draft at the server; null if it has changes that are not saved. */
  readonly revision: number | null;
}

const MODES = ["PHONE", "EMPTY", "WIDE"] as const;
type Mode = (typeof MODES)[number];

const NO_ANSWERS: Answers = {};
const SETTLED_MS = 300;

const isSame = (one: Answers, other: Answers): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

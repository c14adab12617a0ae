import { useEffect, useState } from "react";
import type { Form, FormCheck, Forms } from "../../device/forms/types.ts";
import type { FormAnswer, FormAnswers } from "../../device/wire/form-types.ts";
import { useAnnounce } from "../app/announce.tsx";
import { useTexts } from "../texts/language.tsx";
import { whileWriting } from "../updates/writing.ts";
import { makeAnswerWriter } from "./answer-writer.ts";
import { QuestionField } from "./question-field.tsx";
import { readQuestion } from "./read-question.ts";
import { submittedWords } from "./submitted-words.ts";
import { useFormTexts } from "./texts.ts";

/** The questions of a form. Each change is stored on this device at once; nothing is sent before the person says so. */
export function FormQuestions({ forms, form, taskId, isOpen }: FormQuestionsProps) {
  const texts = useFormTexts();
  const { notSaved } = useTexts();
  const announce = useAnnounce();
  const { formAssignmentId } = form.assignment;
  const [answers, setAnswers] = useState<FormAnswers>(form.answers);
  // Fields keep their own text: answers from elsewhere show in new ones.
  const [replaced, setReplaced] = useState(0);
  const [writer] = useState(() =>
    makeAnswerWriter(forms, form, (present) => {
      setAnswers(present);
      setReplaced((count) => count + 1);
    }),
  );
  const [check, setCheck] = useState<FormCheck>(form.check);
  const [isChecked, setIsChecked] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => {
    let isOver = false;
    void forms
      .check({ formAssignmentId, answers })
      .then((next) => {
        if (!isOver && next !== null) setCheck(next);
      })
      .catch(() => null);
    return () => {
      isOver = true;
    };
  }, [forms, formAssignmentId, answers]);
  const write = (questionId: string, answer: FormAnswer | null) => {
    setAnswers((before) => ({ ...before, [questionId]: answer }));
    const typed = { answer, typedAt: Date.now() };
    void whileWriting(async () => await writer.write(questionId, typed))
      .then((outcome) => {
        if (outcome !== "WRITTEN") announce(texts.notWritten[outcome], "fault");
      })
      .catch(() => announce(notSaved, "fault"));
  };
  const submit = async () => {
    setIsChecked(true);
    const [wrong] = check.faults;
    if (wrong !== undefined) {
      document.getElementById(`question-${wrong.questionId}`)?.focus();
      return;
    }
    setIsBusy(true);
    try {
      const outcome = await whileWriting(async () => {
        await writer.settled();
        return await forms.submit({ formAssignmentId, ...(taskId !== null && { taskId }) });
      });
      announce(submittedWords(outcome, texts), outcome.kind === "DONE" ? "done" : "fault");
    } catch {
      announce(notSaved, "fault");
    } finally {
      setIsBusy(false);
    }
  };
  const save = async () => {
    const outcome = await whileWriting(async () => {
      await writer.settled();
      return await forms.save({ formAssignmentId });
    }).catch(() => null);
    announce(
      outcome === "QUEUED" || outcome === "UNCHANGED" ? texts.savedDraft : notSaved,
      outcome === "QUEUED" || outcome === "UNCHANGED" ? "done" : "fault",
    );
  };
  const shown = new Set(check.shown);
  return (
    <>
      {form.content.sections.map((section) => {
        const questions = section.questions
          .map(readQuestion)
          .filter(({ questionId }) => shown.has(questionId));
        return questions.length === 0 ? null : (
          <section key={section.sectionId} className="card padded">
            <h2>{section.title}</h2>
            {section.intro !== null && <p className="soft">{section.intro}</p>}
            {questions.map((question) => {
              const fault = check.faults.find(
                ({ questionId }) => questionId === question.questionId,
              );
              return (
                <QuestionField
                  key={`${question.questionId}/${replaced}`}
                  question={question}
                  answer={answers[question.questionId] ?? null}
                  fault={isChecked && fault !== undefined ? texts.faults[fault.code] : null}
                  isOpen={isOpen}
                  onAnswer={(answer) => write(question.questionId, answer)}
                />
              );
            })}
          </section>
        );
      })}
      {isChecked && check.faults.length > 0 && (
        <p className="note warn" role="alert">
          {texts.incomplete(check.faults.length)}
        </p>
      )}
      {isOpen && (
        <div className="buttons">
          <button className="btn go" type="button" disabled={isBusy} onClick={() => void submit()}>
            {isBusy ? texts.submitting : texts.submit}
          </button>
          <button className="btn" type="button" onClick={() => void save()}>
            {texts.saveDraft}
          </button>
        </div>
      )}
    </>
  );
}

interface FormQuestionsProps {
  readonly forms: Forms;
  readonly form: Form;
  /** The check-in that it completes. */
  readonly taskId: string | null;
  /** Whether it can be written now. */
  readonly isOpen: boolean;
}

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { Failed, Loading } from "../../kit/states.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { type ClientPlace, type Relationship, submissionQuery } from "../client-queries.ts";
import { answerText } from "./answer-text.ts";

/** A submitted form: each question with its answer. A question that the client hides from coaches says so. */
export function SubmissionCard({ place, client, submissionId }: SubmissionCardProps): ReactNode {
  const { t, formats } = useTexts();
  const { api } = useConsole();
  const submission = useQuery(submissionQuery(api, place, submissionId));
  if (submission.isPending) return <Loading />;
  if (submission.isError)
    return <Failed error={submission.error} retry={() => void submission.refetch()} />;
  const { title, version, submittedAt, content, answers, withheldQuestionIds } = submission.data;
  const words = { yes: t("client.yes"), no: t("client.no") };
  return (
    <section className="card">
      <header>
        <h2>{title}</h2>
        <span className="tag">{t("client.version", { version })}</span>
        <span className="grow" />
        <span className="meta">
          {t("client.submittedAt", { at: formats.moment(new Date(submittedAt), client.timezone) })}
        </span>
      </header>
      {content.sections.map((section) => (
        <div className="in stack" key={section.sectionId}>
          <h3>{section.title}</h3>
          <dl className="stack">
            {section.questions.flatMap((question) => {
              if (!("questionId" in question)) return [];
              const isHidden = withheldQuestionIds.includes(question.questionId);
              const text = answerText(question, answers[question.questionId], words);
              return [
                <div key={question.questionId}>
                  <dt className="meta">{question.label}</dt>
                  <dd>
                    {isHidden ? (
                      <span className="meta">{t("client.hiddenByClient")}</span>
                    ) : (
                      (text ?? <span className="meta">{t("client.notAnswered")}</span>)
                    )}
                  </dd>
                </div>,
              ];
            })}
          </dl>
        </div>
      ))}
      <p className="in meta">{t("client.formReviewHint")}</p>
    </section>
  );
}

interface SubmissionCardProps {
  readonly place: ClientPlace;
  readonly client: Relationship;
  readonly submissionId: string;
}

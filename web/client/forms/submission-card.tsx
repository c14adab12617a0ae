import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { AddressLink } from "../../kit/address-link.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import {
  type ClientPlace,
  type FormSubmission,
  type Relationship,
  submissionQuery,
} from "../client-queries.ts";
import { ReadState } from "../read-state.tsx";
import { AnswerInPlace } from "./answer-in-place.tsx";
import { answeredQuestions } from "./answered-questions.ts";
import { CompareChoice } from "./compare-choice.tsx";
import { ComparedAnswers } from "./compared-answers.tsx";
import type { OtherSubmissions } from "./other-submissions.ts";

/** A submitted form: each question with its answer, beside those of another submission if that is wanted. */
export function SubmissionCard(props: SubmissionCardProps): ReactNode {
  const { place, client, submissionId, others, otherId, taskId } = props;
  const { t, formats } = useTexts();
  const { api } = useConsole();
  const submission = useQuery(submissionQuery(api, place, submissionId));
  if (submission.data === undefined) return <ReadState read={submission} />;
  const { title, version, submittedAt } = submission.data;
  const zone = client.timezone;
  return (
    <section className="card">
      <header>
        <h2>{title}</h2>
        <span className="tag">{t("client.version", { version })}</span>
        {taskId !== null && <span className="tag warn">{t("client.session.TO_REVIEW")}</span>}
        <span className="grow" />
        <span className="meta">
          {t("client.submittedAt", { at: formats.moment(new Date(submittedAt), zone) })}
        </span>
      </header>
      {otherId === null ? (
        <Answers submission={submission.data} />
      ) : (
        <ComparedAnswers place={place} zone={zone} shown={submission.data} otherId={otherId} />
      )}
      <div className="in row-h wrap">
        {taskId !== null && (
          <AddressLink path={`/inbox/${taskId}`} className="btn go">
            {t("clientForms.review")}
          </AddressLink>
        )}
        <CompareChoice
          place={place}
          zone={zone}
          submissionId={submissionId}
          others={others}
          otherId={otherId}
        />
      </div>
      <p className="in meta">{t("client.formReviewHint")}</p>
    </section>
  );
}

interface SubmissionCardProps {
  readonly place: ClientPlace;
  readonly client: Relationship;
  readonly submissionId: string;
  /** Further submissions of the same form. */
  readonly others: OtherSubmissions;
  /** The one that it is compared with; null for none. */
  readonly otherId: string | null;
  /** The task of the inbox that reviews it; null if none is open. */
  readonly taskId: string | null;
}

function Answers({ submission }: { readonly submission: FormSubmission }): ReactNode {
  const texts = useTexts();
  return answeredQuestions(submission, texts).map(({ sectionId, title, questions }) => (
    <div className="in stack" key={sectionId}>
      <h3>{title}</h3>
      <dl className="stack">
        {questions.map(({ questionId, label, answer }) => (
          <div key={questionId}>
            <dt className="meta">{label}</dt>
            <dd className="plan-text">
              <AnswerInPlace cell={answer} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  ));
}

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { type ClientPlace, type FormSubmission, submissionQuery } from "../client-queries.ts";
import { ReadState } from "../read-state.tsx";
import { AnswerInPlace } from "./answer-in-place.tsx";
import { answeredQuestions } from "./answered-questions.ts";
import { compareSubmissions } from "./compare-submissions.ts";

/** The answers of two submissions of one form side by side, each question over its two answers. */
export function ComparedAnswers({ place, zone, shown, otherId }: ComparedAnswersProps): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const { api } = useConsole();
  const other = useQuery(submissionQuery(api, place, otherId));
  if (other.data === undefined) return <ReadState read={other} />;
  const questions = compareSubmissions(
    answeredQuestions(shown, texts),
    answeredQuestions(other.data, texts),
  );
  return (
    <table className="table compared">
      <thead>
        <tr>
          <SubmissionHead submission={shown} zone={zone} />
          <SubmissionHead submission={other.data} zone={zone} />
        </tr>
      </thead>
      {questions.map((question) => (
        <tbody key={question.questionId}>
          <tr>
            <th colSpan={2} scope="rowgroup">
              {question.label}
              {question.differs && (
                <>
                  {" "}
                  <span className="tag warn">{t("clientForms.differs")}</span>
                </>
              )}
            </th>
          </tr>
          <tr>
            <td>
              <AnswerInPlace cell={question.shown} />
            </td>
            <td>
              <AnswerInPlace cell={question.other} />
            </td>
          </tr>
        </tbody>
      ))}
    </table>
  );
}

interface ComparedAnswersProps {
  readonly place: ClientPlace;
  /** The client's zone. */
  readonly zone: string;
  readonly shown: FormSubmission;
  readonly otherId: string;
}

function SubmissionHead({ submission, zone }: SubmissionHeadProps): ReactNode {
  const { t, formats } = useTexts();
  const { submittedAt, version } = submission;
  return (
    <th scope="col">
      {formats.moment(new Date(submittedAt), zone)}{" "}
      <span className="tag">{t("client.version", { version })}</span>
    </th>
  );
}

interface SubmissionHeadProps {
  readonly submission: FormSubmission;
  readonly zone: string;
}

import { Problem } from "../../api/problem.ts";
import { problemText } from "../../kit/problem-text.ts";
import type { Texts } from "../../texts/use-texts.ts";

/** Why an act on a plan was refused: each reason that the API names, else the general sentence. */
export function refusalText(
  texts: Pick<Texts, "formats" | "known" | "language" | "t">,
  error: unknown,
): string {
  if (!(error instanceof Problem)) return problemText(texts, error);
  const reasons = error.errors.map(({ code }) =>
    texts.known("plans.refusal.", code, "plans.refusal.OTHER"),
  );
  if (error.code === "STATE_CONFLICT" && reasons.length > 0) return [...new Set(reasons)].join(" ");
  if (error.code === "VALIDATION_FAILED" && reasons.length > 0)
    return [...new Set(reasons)].slice(0, MOST_REASONS).join(" ");
  const own = OWN_REFUSALS.find((code) => code === error.code);
  return own === undefined ? problemText(texts, error) : texts.t(`plans.refused.${own}`);
}

const MOST_REASONS = 3;
const OWN_REFUSALS = [
  "RELATIONSHIP_INACTIVE",
  "PLAN_LIMIT_REACHED",
  "ASSIGNMENT_BLOCKED",
  "PROGRAM_RUNNING",
  "ASSIGNMENT_LIMIT_REACHED",
] as const;

/** Whether a publication was refused because the preview does not fit any more. */
export function isStale(error: unknown): error is Problem {
  return (
    error instanceof Problem &&
    error.code === "STATE_CONFLICT" &&
    error.errors.some(
      ({ code }) => code.endsWith("_SINCE_PREVIEW") || code === "CHANGED_SINCE_READ",
    )
  );
}

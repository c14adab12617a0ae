import { PLAN_LIMITS } from "../../../contract/plans/vocabulary.ts";
import { Problem } from "../../api/problem.ts";
import { problemText, withRequest } from "../../kit/problem-text.ts";
import type { Texts } from "../../texts/use-texts.ts";

/** Why an act on a plan was refused: each reason that the API names, else the general sentence. */
export function refusalText(
  texts: Pick<Texts, "formats" | "known" | "language" | "t">,
  error: unknown,
): string {
  if (!(error instanceof Problem)) return problemText(texts, error);
  const reasons = error.errors.map(({ code, pointer }) => {
    const date = code === "never_asks" ? DATES.find((field) => pointer === `/${field}`) : undefined;
    return date === undefined
      ? texts.known("plans.refusal.", code, "plans.refusal.OTHER")
      : neverAsksText(texts, date);
  });
  const said = [...new Set(reasons)];
  if (error.code === "STATE_CONFLICT" && said.length > 0)
    return withRequest(texts, error, said.join(" "));
  if (error.code === "VALIDATION_FAILED" && said.length > 0)
    return withRequest(texts, error, said.slice(0, MOST_REASONS).join(" "));
  const own = OWN_REFUSALS.find((code) => code === error.code);
  return own === undefined
    ? problemText(texts, error)
    : withRequest(texts, error, texts.t(`plans.refused.${own}`));
}

/** Why an assignment with such a date would ask for nothing. */
export function neverAsksText({ t }: Pick<Texts, "t">, date: AssignmentDate): string {
  return t(`plans.neverAsks.${date}`, { years: PLAN_LIMITS.recurrenceYears });
}

/** The date because of which an assignment was refused as one that asks for nothing; null for another reason. */
export function refusedDate(error: unknown): AssignmentDate | null {
  if (!(error instanceof Problem)) return null;
  const found = error.errors.find(({ code }) => code === "never_asks");
  return DATES.find((field) => found?.pointer === `/${field}`) ?? null;
}

const DATES = ["startDate", "endDate"] as const;
export type AssignmentDate = (typeof DATES)[number];

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

import { Problem } from "../api/problem.ts";
import type { Texts } from "../texts/use-texts.ts";

/** The sentence for a failure: what happened, and what to do. An unknown code names itself. */
export function problemText({ t, known }: Texts, error: unknown): string {
  if (!(error instanceof Problem)) return t("problem.UNAVAILABLE");
  const seconds = error.retryAfter ?? USUAL_SECONDS;
  return known("problem.", error.code, "problem.UNKNOWN", { seconds });
}

const USUAL_SECONDS = 60;

import { Problem } from "../api/problem.ts";
import type { Texts } from "../texts/use-texts.ts";

/**
 * The text of a failure: what happened, what to do, and the request by which support finds it. An unknown code names
 * itself.
 */
export function problemText(texts: ProblemTexts, error: unknown): string {
  return withRequest(texts, error, problemSentence(texts, error));
}

/** The sentence of a failure alone, for a place that shows the request apart. */
export function problemSentence({ t, known }: ProblemTexts, error: unknown): string {
  if (!(error instanceof Problem)) return t("problem.UNAVAILABLE");
  const seconds = error.retryAfter ?? USUAL_SECONDS;
  return known("problem.", error.code, "problem.UNKNOWN", { seconds });
}

/** A sentence about a failure with the request by which support finds it, if the API named one. */
export function withRequest(texts: ProblemTexts, error: unknown, sentence: string): string {
  const id = error instanceof Problem ? error.requestId : null;
  return id === null ? sentence : namingRequest(texts, id, sentence);
}

/** A sentence with the request by which support finds it: for a refusal in an answer that refuses nothing else. */
export const namingRequest = ({ t }: ProblemTexts, id: string, sentence: string): string =>
  `${sentence} ${t("frame.requestId", { id })}`;

type ProblemTexts = Pick<Texts, "known" | "t">;

const USUAL_SECONDS = 60;

import { Problem } from "../../api/problem.ts";
import { problemSentence } from "../../kit/problem-text.ts";
import type { Texts } from "../../texts/use-texts.ts";

/** The sentence for a refused act: that of its reason if there is one, else that of its code. */
export function refusalText(texts: Texts, error: unknown): string {
  const general = problemSentence(texts, error);
  if (!(error instanceof Problem)) return general;
  const reason = error.errors.map(({ code }) => code).find((code) => REASONS.has(code));
  const code = reason ?? error.code;
  return REASONS.has(code) ? texts.known("settings.refused.", code, "problem.UNKNOWN") : general;
}

/** Reasons that the settings explain in words of their own. */
const REASONS: ReadonlySet<string> = new Set([
  "HANDLE_TAKEN",
  "IS_OWNER",
  "STATUS_FORBIDS_ACT",
  "ALREADY_MEMBER",
  "IS_CLIENT",
  "NOT_A_COACH",
  "LAST_IDENTITY",
  "TOO_MANY_OPEN_INVITATIONS",
  "ALREADY_CLOSED",
]);

/** True if the API refused this field of the body. */
export const isRefused = (error: unknown, field: string): boolean =>
  error instanceof Problem && error.errors.some(({ pointer }) => pointer.includes(`/${field}`));

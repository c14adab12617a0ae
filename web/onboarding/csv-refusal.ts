import { Problem } from "../api/problem.ts";
import type { Texts } from "../texts/use-texts.ts";
import { CSV_PEOPLE } from "../../contract/invitations/vocabulary.ts";
import { withRequest } from "../kit/problem-text.ts";
import { refusalText } from "./board-acts.ts";

/** Why a file of people was refused: what its shape should be, or what the API says. */
export function csvRefusal(texts: Texts, error: unknown): string {
  const isOfFile =
    error instanceof Problem && error.errors.some(({ pointer }) => pointer.startsWith("/csv"));
  return isOfFile
    ? withRequest(texts, error, texts.t("onboarding.csvRefused", { count: CSV_PEOPLE }))
    : refusalText(texts, error);
}

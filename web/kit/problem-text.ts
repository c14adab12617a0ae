import { Problem } from "../api/problem.ts";
import { problems } from "../texts/en/problems.ts";
import type { Texts } from "../texts/use-texts.tsx";

/** The sentence for a failure: what happened, and what to do. An unknown code names itself. */
export function problemText(t: Texts["t"], error: unknown): string {
  if (!(error instanceof Problem)) return t("problem.UNAVAILABLE");
  const id = `problem.${error.code}`;
  if (!isProblemText(id)) return t("problem.UNKNOWN", { code: error.code });
  return t(id, { seconds: error.retryAfter ?? 60, code: error.code });
}

const isProblemText = (id: string): id is keyof typeof problems => Object.hasOwn(problems, id);

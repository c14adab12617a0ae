import type { Texts } from "../../texts/use-texts.ts";
import type { DraftProblem } from "../draft/draft-problems.ts";

/** The sentence for a problem: that of its field, else that of its code. */
export function problemWords({ field, code }: DraftProblem, { t, known }: Texts): string {
  const name = field.split("/").at(-1) ?? "";
  const byCode = known("forms.fault.", code, "forms.fault.OTHER");
  const byField = known("forms.fault.", `${name}_${code}`, "forms.fault.none");
  return byField === t("forms.fault.none") ? byCode : byField;
}

/** The sentences of several problems at one place, each once. */
export const allWords = (problems: readonly DraftProblem[], texts: Texts): string =>
  [...new Set(problems.map((problem) => problemWords(problem, texts)))].join(" ");

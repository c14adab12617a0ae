import type { Texts } from "../../texts/use-texts.ts";
import { clockText } from "./plan-facts.ts";
import type { ProgramExercise } from "./program-words.ts";
import { listedText } from "./rule-days.ts";

/** Settings of an exercise apart from its sets: rest, logged values, whether it may be skipped. */
export function exerciseFacts(
  exercise: ProgramExercise,
  { t, language }: Pick<Texts, "language" | "t">,
): readonly string[] {
  const { restSeconds, modality, asksRpe, asksRir, skipPolicy, alternatives, exerciseId } =
    exercise;
  const names = alternatives.map(({ name }) => name);
  return [
    restSeconds === null ? null : t("plans.restOf", { time: clockText(restSeconds) }),
    t(`plans.logs.${modality}`),
    asksRpe ? t("plans.asksRpe") : null,
    asksRir ? t("plans.asksRir") : null,
    skipPolicy === "ALLOWED" ? null : t(`plans.skip.${skipPolicy}`),
    names.length === 0
      ? null
      : t("plans.alternatives", { count: names.length, names: listedText(names, language) }),
    exerciseId === null ? t("plans.nameOnly") : null,
  ].filter((fact) => fact !== null);
}

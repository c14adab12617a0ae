import type { PrescribedSet, SetValues } from "../../../device/wire/sync-types.ts";
import type { PreviousSessionHint, SetInput } from "../../../device/wire/workout-types.ts";
import type { Moments } from "../../texts/moments.ts";
import type { WorkoutTexts } from "../texts-en.ts";
import type { SetFault } from "./set-values.ts";

/** The target of a set in words, such as `8 to 10 reps · 60 kg · RPE 8`. */
export function targetWords(target: PrescribedSet | null, { texts, moments }: Spoken): string {
  if (target === null) return texts.noTarget;
  const { repetitions, repetitionsMost, seconds, grams, load } = target;
  const parts = [
    ...(repetitions === null ? [] : [repsWords(repetitions, repetitionsMost, { texts, moments })]),
    ...(seconds === null ? [] : [texts.seconds(moments.number(seconds))]),
    ...(grams === null ? [] : [kilograms(grams, moments)]),
    ...(load === null ? [] : [load]),
  ];
  return parts.length === 0 ? texts.noTarget : parts.join(" · ");
}

/** An entered set in words, such as `62.5 kg · 9 reps · RPE 8`. */
export function valuesWords(values: SetValues, { texts, moments }: Spoken): string {
  const { weight, reps, seconds, metres, rpe, rir } = values;
  return [
    ...(weight === undefined ? [] : [`${moments.number(weight.value)} ${weight.unit}`]),
    ...(reps === undefined ? [] : [texts.reps(moments.number(reps))]),
    ...(seconds === undefined ? [] : [texts.seconds(moments.number(seconds))]),
    ...(metres === undefined ? [] : [`${moments.number(metres)} m`]),
    ...(rpe === undefined ? [] : [`RPE ${moments.number(rpe)}`]),
    ...(rir === undefined ? [] : [`RIR ${moments.number(rir)}`]),
  ].join(" · ");
}

/** The results of the last session in words; null if there are none. */
export function hintWords(hint: PreviousSessionHint | null, spoken: Spoken): string | null {
  if (hint === null) return null;
  const { texts, moments } = spoken;
  const { heaviestGrams, mostRepetitions, estimatedMaximumGrams, localDate } = hint;
  const parts = [
    ...(heaviestGrams === null ? [] : [kilograms(heaviestGrams, moments)]),
    ...(mostRepetitions === null ? [] : [texts.reps(moments.number(mostRepetitions))]),
    ...(estimatedMaximumGrams === null
      ? []
      : [texts.estimated(kilograms(estimatedMaximumGrams, moments))]),
  ];
  return parts.length === 0 ? null : texts.lastTime(moments.localDate(localDate), parts.join(", "));
}

/** Why a typed value does not fit. */
export function faultWords(
  fault: SetFault,
  { min, max, step }: Pick<SetInput, "min" | "max" | "step">,
  { texts, moments }: Spoken,
): string {
  return fault === "STEP"
    ? texts.wrongStep(moments.number(step))
    : texts.wrongNumber(moments.number(min), moments.number(max));
}

interface Spoken {
  readonly texts: WorkoutTexts;
  readonly moments: Moments;
}

function repsWords(least: number, most: number | null, { texts, moments }: Spoken): string {
  return most === null || most === least
    ? texts.reps(moments.number(least))
    : texts.repsRange(moments.number(least), moments.number(most));
}

const kilograms = (grams: number, moments: Moments) => `${moments.number(grams / 1_000)} kg`;

import type { LoggedSet } from "../../../../device/wire/sync-types.ts";
import type { Moments } from "../../../../phone/texts/moments.ts";
import type { GuidePlace } from "../../../../phone/workout/guide.ts";
import { prefilled, readSet } from "../../../../phone/workout/sets/set-values.ts";
import { faultWords } from "../../../../phone/workout/sets/set-words.ts";
import type { WorkoutTexts } from "../../../../phone/workout/texts-en.ts";

/**
 * The set that a person typed as `weight=60 reps=8`. An input that is left out has the value that the page would fill
 * in: that of the set before, otherwise the target. Throws which value does not fit.
 */
export function writtenSet(
  place: GuidePlace,
  values: readonly string[],
  spoken: { readonly texts: WorkoutTexts; readonly moments: Moments },
): LoggedSet {
  const { exercise, set } = place;
  const typed = Object.fromEntries(
    values.map((one) => {
      const [key = "", value = ""] = one.split("=");
      return [key, value];
    }),
  );
  const unknown = Object.keys(typed).find(
    (key) => key !== "unit" && !exercise.inputs.some((input) => input.key === key),
  );
  if (unknown !== undefined)
    throw new Error(`An input is one of ${exercise.inputs.map(({ key }) => key).join(", ")}.`);
  const { values: read, faults } = readSet(exercise, { ...prefilled(place), ...typed });
  for (const input of exercise.inputs) {
    const fault = faults[input.key];
    if (fault !== undefined) throw new Error(`${input.key}: ${faultWords(fault, input, spoken)}`);
  }
  return {
    setKey: set.setKey,
    exerciseKey: exercise.exerciseKey,
    values: read,
    completed: true,
    source: "EXPLICIT_TAP",
  };
}

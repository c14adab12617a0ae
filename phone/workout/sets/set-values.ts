import type { SetValues } from "../../../device/wire/sync-types.ts";
import type { SetInput } from "../../../device/wire/workout-types.ts";
import type { DraftExercise } from "../../../device/workouts/view-types.ts";
import type { GuidePlace } from "../guide.ts";

/** First values in the form of a set: its entry, otherwise that of the set before, otherwise the target. */
export function prefilled({ exercise, set }: GuidePlace): WrittenSet {
  if (set.typed !== null) return writtenOf(set.typed.values);
  const place = exercise.sets.findIndex(({ setKey }) => setKey === set.setKey);
  const before = exercise.sets.slice(0, place).findLast(({ typed }) => typed !== null);
  if (before?.typed !== undefined && before.typed !== null) return writtenOf(before.typed.values);
  const { target } = set;
  if (target === null) return {};
  return {
    ...(target.grams !== null && { weight: String(target.grams / 1_000) }),
    ...(target.repetitions !== null && { reps: String(target.repetitions) }),
    ...(target.seconds !== null && { seconds: String(target.seconds) }),
  };
}

/** Reads the values of a set, or says which do not fit their bounds. An optional value may be empty. */
export function readSet({ inputs }: Pick<DraftExercise, "inputs">, written: WrittenSet): ReadSet {
  const faults: Record<string, SetFault> = {};
  const read: Record<string, number> = {};
  for (const input of inputs) {
    const text = (written[input.key] ?? "").trim();
    if (text === "" && !input.required) continue;
    const value = numberIn(text);
    const fault = value === null ? "NUMBER" : faultOf(value, input, written);
    if (fault !== null) faults[input.key] = fault;
    else if (value !== null) read[input.key] = value;
  }
  const { weight, reps, seconds, metres, rpe, rir } = read;
  const unit = unitOf(inputs, written);
  return {
    faults,
    values: {
      ...(weight !== undefined && { weight: { value: weight, unit } }),
      ...(reps !== undefined && { reps }),
      ...(seconds !== undefined && { seconds }),
      ...(metres !== undefined && { metres }),
      ...(rpe !== undefined && { rpe }),
      ...(rir !== undefined && { rir }),
    },
  };
}

/** The unit of the load: the chosen one, otherwise the first that the exercise allows. */
export function unitOf(inputs: readonly SetInput[], written: WrittenSet): string {
  const units = inputs.find(({ key }) => key === "weight")?.units ?? ["kg"];
  return units.find((unit) => unit === written["unit"]) ?? units[0] ?? "kg";
}

/** Texts of a set's form by the key of the input; `unit` is the unit of the load. */
export type WrittenSet = Readonly<Record<string, string>>;

/** The values of a set, and the inputs that do not fit. */
export interface ReadSet {
  readonly values: SetValues;
  readonly faults: Readonly<Record<string, SetFault>>;
}

/** NUMBER: outside of the bounds or no number. STEP: between two allowed values. */
export type SetFault = "NUMBER" | "STEP";

function writtenOf({ weight, ...numbers }: SetValues): WrittenSet {
  const written: Record<string, string> = {};
  for (const [key, value] of Object.entries(numbers)) written[key] = String(value);
  return {
    ...written,
    ...(weight !== undefined && { weight: String(weight.value), unit: weight.unit }),
  };
}

/** Bounds and steps are those of the first unit; the server converts others. */
function faultOf(value: number, input: SetInput, written: WrittenSet): SetFault | null {
  const isOtherUnit = input.key === "weight" && unitOf([input], written) !== input.units?.[0];
  if (isOtherUnit) return value < 0 ? "NUMBER" : null;
  if (value < input.min || value > input.max) return "NUMBER";
  const steps = value / input.step;
  return Math.abs(steps - Math.round(steps)) > 1e-6 ? "STEP" : null;
}

/** Both a comma and a point separate decimals. */
function numberIn(text: string): number | null {
  return /^\d+(?:[.,]\d{1,3})?$/.test(text) ? Number(text.replace(",", ".")) : null;
}

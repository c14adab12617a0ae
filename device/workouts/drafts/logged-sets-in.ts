import { LOAD_UNITS, SET_SOURCES } from "../../../contract/agenda/program-day/vocabulary.ts";
import type { LoggedSet } from "../../../contract/workouts/session-schema.ts";

/**
 * Sets with the members of the contract and no others. A member without a value is left out, because payloads are
 * compared by their canonical form.
 *
 * @throws TypeError for a unit or source that the contract does not have: guessing one would change what was typed.
 */
export function loggedSetsIn(sets: readonly GivenSet[]): ExactSet[] {
  return sets.map(({ setKey, exerciseKey, completed, source, values }) => {
    const { weight, reps, seconds, metres, rpe, rir } = values;
    return {
      setKey,
      exerciseKey,
      completed,
      source: known(SET_SOURCES, source),
      values: {
        ...(weight !== undefined && {
          weight: { value: weight.value, unit: known(LOAD_UNITS, weight.unit) },
        }),
        ...(reps !== undefined && { reps }),
        ...(seconds !== undefined && { seconds }),
        ...(metres !== undefined && { metres }),
        ...(rpe !== undefined && { rpe }),
        ...(rir !== undefined && { rir }),
      },
    };
  });
}

/** A set of an app or of a draft. */
interface GivenSet extends Pick<LoggedSet, "setKey" | "exerciseKey" | "completed"> {
  readonly source: string;
  readonly values: Omit<LoggedSet["values"], "weight"> & {
    readonly weight?: { readonly value: number; readonly unit: string } | undefined;
  };
}

/** A set without members that are undefined. */
export interface ExactSet extends Omit<LoggedSet, "values"> {
  readonly values: {
    readonly [Name in keyof LoggedSet["values"]]?: NonNullable<LoggedSet["values"][Name]>;
  };
}

function known<Value extends string>(values: readonly Value[], given: string): Value {
  const found = values.find((value) => value === given);
  if (found === undefined) throw new TypeError("The set has an unknown unit or source");
  return found;
}

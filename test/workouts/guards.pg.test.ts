import { describe, expect, test } from "@jest/globals";
import type { Alteration } from "../factories/db/altering-way.ts";
import { expectNoticed, type Mutant, playWithout } from "../factories/play-without.ts";
import { workoutRaces } from "../factories/workouts/workout-races.ts";

/** Admission then locks only phone and lineage, so that both phones of a client are admitted at once. */
const NO_SCOPE: Alteration = {
  pattern: /for no key update of lineage, scope, device/g,
  by: "for no key update of lineage, device",
};
/** Comparisons before a write: the counter of the scope, and the revisions of tasks. */
const NO_COMPARISON: readonly Alteration[] = [
  { pattern: /and seq = (\$\d+)::bigint/g, by: "and {1}::bigint>=0" },
  { pattern: /and (?:task|item)\.revision = wanted\.base/g, by: "" },
];
/** Without this key a counter may reach the same value twice. */
const ONE_PLACE = "alter table scope_change drop constraint scope_change_pkey";
const ONE_SESSION = [
  "drop index workout_session_submitted_unique",
  "drop index workout_session_credited_unique",
];

const mutants: Readonly<Record<string, Mutant>> = {
  "the lock of a scope and its comparisons, with one session a task": {
    race: "a submit on each of both phones",
    alterations: [NO_SCOPE, ...NO_COMPARISON],
    drops: [ONE_PLACE, ...ONE_SESSION],
  },
};

describe("a race fails without this guard, and never with it:", () => {
  test.each(Object.entries(mutants))("%s", async (_name, mutant) => {
    await expectNoticed(workoutRaces, mutant);
  });
});

test("without the lock of a scope and its comparisons the index alone lets one session of a task count", async () => {
  const race = "a submit on each of both phones";
  const alterations = [NO_SCOPE, ...NO_COMPARISON];
  const played = await playWithout(workoutRaces, { race, alterations, drops: [ONE_PLACE] }, 4);
  expect(played).toMatchObject({ failed: false });
});

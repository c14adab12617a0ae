import { describe, test } from "@jest/globals";
import type { Alteration } from "../factories/db/altering-way.ts";
import { quickLogRaces } from "../factories/quick-log/quick-log-races.ts";
import { expectNoticed, type Mutant } from "../factories/play-without.ts";

/** Admission then locks only phone and lineage, so that both phones of a client are admitted at once. */
const NO_SCOPE: Alteration = {
  pattern: /for no key update of lineage, scope, device/g,
  by: "for no key update of lineage, device",
};
/** Comparisons before a write: the counter of the scope, and the revisions of tasks and items. */
const NO_COMPARISON: readonly Alteration[] = [
  { pattern: /and seq = (\$\d+)::bigint/g, by: "and {1}::bigint>=0" },
  { pattern: /and (?:task|item)\.revision = wanted\.base/g, by: "" },
];
/** Without this key a counter may reach the same value twice. */
const ONE_PLACE = "alter table scope_change drop constraint scope_change_pkey";

const mutants: Readonly<Record<string, Mutant>> = {
  "the lock of a scope and its comparisons, against a value": {
    race: "an import and a value",
    alterations: [NO_SCOPE, ...NO_COMPARISON],
    drops: [ONE_PLACE],
  },
  "the lock of a scope and its comparisons, against a tick": {
    race: "complete-all and a tick elsewhere",
    alterations: [NO_SCOPE, ...NO_COMPARISON],
    drops: [ONE_PLACE],
  },
  "the lock of a scope and its comparisons, against a snooze": {
    race: "the last snooze on each of both phones",
    alterations: [NO_SCOPE, ...NO_COMPARISON],
    drops: [ONE_PLACE],
  },
  "the lock of a scope, its comparisons, and that an operation is undone once": {
    race: "an undo on each of both phones",
    alterations: [NO_SCOPE, ...NO_COMPARISON],
    drops: [ONE_PLACE, "drop index quick_log_operation_undoes_unique"],
  },
  "that a skip still stands when it is counted": {
    race: "the settlement of a skip and its undo",
    alterations: [
      {
        pattern: /later\.undoes_receipt_id = q\.receipt_id(?= limit 1\) is null\s+union all)/g,
        by: "false",
      },
    ],
  },
};

describe("a race fails without this guard, and never with it:", () => {
  test.each(Object.entries(mutants))("%s", async (_name, mutant) => {
    await expectNoticed(quickLogRaces, mutant);
  });
});

import { describe, test } from "@jest/globals";
import type { Alteration } from "../factories/db/altering-way.ts";
import { inboxRaces } from "../factories/inbox/inbox-races.ts";
import { expectNoticed, type Mutant } from "../factories/play-without.ts";

/** No writer of tasks locks their relationship. */
const NO_SCOPE: Alteration = {
  pattern: /(from "relationship_scope" where .{0,160}?)for no key update/gs,
  by: "{1}",
};
const NO_ADMISSION_SCOPE: Alteration = {
  pattern: /for no key update of lineage, scope, device/g,
  by: "for no key update of lineage, device",
};
/** No writer locks the row of a task. */
const NO_ROW: Alteration = { pattern: /(from "coach_task" .{0,400}?)for update/gs, by: "{1}" };
const NO_LOCKED_ROW: Alteration = {
  pattern: /(from "coach_task" where .{0,200}?)for no key update/gs,
  by: "{1}",
};
/** No writer compares the row that it read with the one that it overwrites. */
const NO_COMPARISON: readonly Alteration[] = [
  { pattern: /and task\.revision = wanted\.revision_before/g, by: "" },
  { pattern: /and seq = (\$\d+)::bigint/g, by: "and {1}::bigint>=0" },
];
const NO_MEMBERSHIP: Alteration = {
  pattern: /(from "workspace_membership" where .{0,200}?)for share/gs,
  by: "{1}",
};
const ONE_TASK = "drop index coach_task_case_unique";
const ONE_OCCURRENCE =
  "alter table coach_task_occurrence drop constraint coach_task_occurrence_pkey";

const mutants: Readonly<Record<string, Mutant>> = {
  "the lock of a relationship and of the row, against a snooze": {
    race: "a snooze and a resolve",
    alterations: [NO_SCOPE, NO_ROW],
  },
  "the lock of a relationship and of the row, against a wake": {
    race: "a wake and a resolve",
    alterations: [NO_SCOPE, NO_ROW],
  },
  "the lock of a relationship and of the row, against a refresh": {
    race: "a refresh and a resolve",
    alterations: [NO_SCOPE, NO_ROW],
  },
  "the lock of a relationship and of the row, against a second coach": {
    race: "two coaches",
    alterations: [NO_SCOPE, NO_ROW],
  },
  "every lock and comparison, against the other door": {
    race: "a coach online and the other's app",
    alterations: [NO_SCOPE, NO_ADMISSION_SCOPE, NO_ROW, NO_LOCKED_ROW, ...NO_COMPARISON],
  },
  "the lock of a relationship and the unique task of a case": {
    race: "eight equal events",
    alterations: [NO_SCOPE],
    drops: [ONE_TASK, ONE_OCCURRENCE],
  },
  "the lock of a relationship, against its end": {
    race: "an end and an upsert",
    alterations: [NO_SCOPE],
  },
  "the lock of a membership, against a removal": {
    race: "an assignment and a removal",
    alterations: [NO_MEMBERSHIP],
  },
  "the lock of the row, against the sweep": {
    race: "a sweep and a pin",
    alterations: [NO_ROW],
  },
  "the lock of a relationship and the unique task of a case, against an undo": {
    race: "an undo and an upsert",
    alterations: [NO_SCOPE, NO_ROW],
    drops: [ONE_TASK],
  },
};

describe("A race fails without", () => {
  test.each(Object.entries(mutants))("%s", async (_name, mutant) => {
    await expectNoticed(inboxRaces, mutant);
  });
});

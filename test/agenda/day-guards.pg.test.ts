import { describe, test } from "@jest/globals";
import type { Alteration } from "../factories/db/altering-way.ts";
import { dayRaces } from "../factories/agenda/day-races.ts";
import { expectNoticed, type Mutant } from "../factories/play-without.ts";

/** The lock on one relationship, as acts take it. */
const NO_SCOPE: Alteration = {
  pattern: /("relationship_scope" where "relationship_id" = \$1) for no key update/g,
  by: "{1}",
};
/** The lock on several relationships, as the close and scans take it. */
const NO_SCOPES: Alteration = {
  pattern:
    /("relationship_scope" where "relationship_id" = .{1,60}? order by "relationship_id"(?: limit \$\d+)?) for no key update(?: skip locked)?/g,
  by: "{1}",
};
const NO_CALENDARS: Alteration = {
  pattern:
    /("relationship_calendar" where "relationship_id" = .{1,60}? order by "relationship_id") for no key update(?: skip locked)?/g,
  by: "{1}",
};

/**
 * Ids of tasks, items and events are derived from their source, so a second writer meets these keys, rolls back and
 * runs again. Each suffices alone.
 */
const ONE_TASK = [
  "alter table agenda_task drop constraint agenda_task_source_unique",
  "alter table agenda_task drop constraint agenda_task_pkey cascade",
  "alter table agenda_task_item drop constraint agenda_task_item_pkey cascade",
  "alter table agenda_task_item drop constraint agenda_task_item_task_id_source_item_key_unique",
];
const ONE_EVENT = ["alter table outbox drop constraint outbox_consumer_event_id_unique"];

const mutants: Readonly<Record<string, Mutant>> = {
  "the lock of relationships whose days close, against a sync": {
    race: "the close and a sync",
    alterations: [NO_SCOPES],
  },
  "the lock of relationships whose days close, against an undo": {
    race: "the close and an undo",
    alterations: [NO_SCOPES],
  },
  "the lock of relationships whose days close, against an end": {
    race: "the close and the end of an assignment",
    alterations: [NO_SCOPES],
  },
  "the locks of a relationship and its calendar (one of them suffices), against a move": {
    race: "the close and a change of zone",
    alterations: [NO_SCOPE, NO_SCOPES, NO_CALENDARS],
  },
  "the locks of a relationship and its calendar, and the unique key of an event, against a pause": {
    race: "a pause and an opening",
    alterations: [NO_SCOPE, NO_SCOPES, NO_CALENDARS],
    drops: ONE_EVENT,
  },
  "the lock of a relationship and the unique keys of a task, its items and an event": {
    race: "eight deliveries of one event",
    alterations: [NO_SCOPE, NO_CALENDARS],
    drops: [...ONE_TASK, ...ONE_EVENT],
  },
};

describe("A race fails without", () => {
  test.each(Object.entries(mutants))("%s", async (_name, mutant) => {
    await expectNoticed(dayRaces, mutant);
  });
});

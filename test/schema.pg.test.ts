import { afterAll, expect, test } from "@jest/globals";
import { openDatabase } from "../db/open-database.ts";
import { useOwnDatabase } from "./harness/database.ts";

const { ownerUrl } = await useOwnDatabase();
const database = openDatabase({ url: ownerUrl, poolSize: 1, applicationName: "schema-test" });
afterAll(() => database.close());

/** Differences of the migrations that entities cannot express. */
const onlyInMigrations = [
  // Check constraints are only in the migrations.
  /^alter table "\w+" drop constraint "\w+_check";$/,
  /^drop function if exists "(?:clock_now|clock_micros|require_rows|refuse_\w+|\w+_append_only_fn|action_schema_\w+|agenda_snapshot_key|form_requires_answers|exercise_facet_line|\w*partitions?\w*|first_id_at|move_misplaced|answers_of)"\([\w, [\]]*\);$/,
  // A view computes what follows from other rows.
  /^drop view if exists "adherence_event" cascade;$/,
  // Keys of two columns, one of which has a meaning of its own.
  /^alter table "plan_assignment" drop constraint "plan_assignment_revision_fkey";$/,
  /^alter table "workout_package" drop constraint "workout_package_snapshot_fkey";$/,
  /^alter table "taxonomy_label" drop constraint "taxonomy_label_node_fkey";$/,
  // By the last byte of an id: an expression, which entities cannot declare.
  /^drop index "sync_batch_due_idx";$/,
  /^drop index "agenda_day_undo_ends_idx";$/,
  // By the end of an invitation, the first of three instants that exists.
  /^drop index "(?:member_)?invitation_contact_idx";$/,
  // Columns that a search counts and reads are computed from other columns.
  /^alter table "exercise" drop column "facet_line";$/,
  /^drop index "exercise_(?:facet_line|library)_idx";$/,
  // Inverted indexes, which entities cannot declare either.
  /^drop index "(?:exercise_(?:facets|search|word_pieces|word_remnants)|workout_snapshot_exercise|idempotency_key_about)_idx";$/,
  // Triggers keep recorded rows unchanged.
  /^drop trigger if exists "\w+_append_only" on "\w+";$/,
  // They keep the counts of an inbox.
  /^drop trigger if exists "coach_task_(?:inserted|updated|deleted)" on "coach_task";$/,
  /^drop function if exists "coach_task_coach_task_(?:inserted|updated|deleted)_fn"\(\);$/,
  // The counter of an inbox moves with the commit.
  /^drop trigger if exists "coach_task_change_step" on "coach_task_change";$/,
  /^drop function if exists "coach_task_change_coach_task_change_step_fn"\(\);$/,
];

test("The entities equal the migrated schema, column by column and index by index", async () => {
  const difference = await database.orm.schema.getUpdateSchemaSQL({ wrap: false });
  const statements = difference.split("\n").filter((line) => line !== "");
  const unexpected = statements.filter(
    (line) => !onlyInMigrations.some((pattern) => pattern.test(line)),
  );
  expect(unexpected).toEqual([]);
});

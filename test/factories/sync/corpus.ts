import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { z } from "zod";
import type { OperationFeature } from "../../../activities/sync/operation-feature.ts";
import { operationSchema } from "../../../contract/sync/schema.ts";
import type { BuiltScope } from "./sync.ts";

const DIRECTORY = join(import.meta.dirname, "../../sync/corpus");

const corpusSchema = z.strictObject({
  /** Envelopes as apps of that version sent them, in this order. */
  operations: z.array(operationSchema).min(1),
  /** The verdict on each: the specific code, or the status. */
  verdicts: z.array(z.string()),
});

/** Recorded envelopes of one version of an operation type. */
export interface Corpus extends z.output<typeof corpusSchema> {
  /** `<operation type>.v<version>`. */
  readonly name: string;
}

/** Every recorded corpus, by name. They never change, because old apps may send such envelopes again. */
export function readCorpora(): readonly Corpus[] {
  return readdirSync(DIRECTORY)
    .toSorted()
    .map((file) => ({
      name: file.slice(0, -".json".length),
      ...corpusSchema.parse(JSON.parse(readFileSync(join(DIRECTORY, file), "utf8"))),
    }));
}

/** Names of the corpora that these features must have: one for each version of each type. */
export function corpusNames(features: readonly OperationFeature[]): readonly string[] {
  return features
    .flatMap(({ operationTypes }) => [...operationTypes])
    .flatMap(([type, { versions }]) => [...versions.keys()].map((version) => `${type}.v${version}`))
    .toSorted();
}

/** Ids of the records that the corpora name: one digit, repeated. */
const id = (digit: string) =>
  `${digit.repeat(8)}-${digit.repeat(4)}-7${digit.repeat(3)}-8${digit.repeat(3)}-${digit.repeat(12)}`;

/** The check-in that the operations start. */
export const CORPUS_CHECK_IN = id("7");

/** The reminder that the operations snooze. */
export const CORPUS_REMINDER = id("8");

/** Inbox tasks that the operations act on: a message, a snoozed one, and skips. */
export const CORPUS_TASKS = { message: id("b"), snoozed: id("c"), skips: id("d") };

/** The trained workout, and the package in which it was downloaded. */
const CORPUS_WORKOUT = {
  taskId: id("9"),
  packageId: id("a"),
  packageChecksum: `sha-256:${"a".repeat(64)}`,
};

/** Gives a workout and its package the ids that the corpora name. */
export async function takeWorkoutIds(
  superuserUrl: string,
  { taskId, packageId }: { readonly taskId: string; readonly packageId: string },
): Promise<void> {
  const client = new Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    await client.query("set session_replication_role = replica");
    await client.query("update agenda_task set id = $2 where id = $1", [
      taskId,
      CORPUS_WORKOUT.taskId,
    ]);
    await client.query(
      "update workout_package set id = $2, task_id = $3, package_checksum = $4 where id = $1",
      [packageId, CORPUS_WORKOUT.packageId, CORPUS_WORKOUT.taskId, CORPUS_WORKOUT.packageChecksum],
    );
  } finally {
    await client.end();
  }
}

/** Gives the tasks of a scope, and a form of its client, the ids that the corpora name. */
export async function takeCorpusIds(
  superuserUrl: string,
  { agenda }: BuiltScope,
  formAssignmentId: string,
): Promise<void> {
  const client = new Client({ connectionString: superuserUrl });
  await client.connect();
  const rename = async (columns: readonly string[], from: string | undefined, to: string) => {
    for (const [table, column] of columns.map((name) => name.split(".")))
      await client.query(`update ${table} set ${column} = $2 where ${column} = $1`, [from, to]);
  };
  const task = ["agenda_task.id", "agenda_task_item.task_id"];
  try {
    await client.query("set session_replication_role = replica");
    await rename(task, agenda.habit.id, id("1"));
    await rename(task, agenda.meal.id, id("2"));
    await rename(["agenda_task_item.id"], agenda.meal.items[0]?.id, id("3"));
    await rename(task, agenda.supplement.id, id("4"));
    await rename(task, agenda.water.id, id("5"));
    await rename(["form_assignment.id", "form_draft.assignment_id"], formAssignmentId, id("6"));
  } finally {
    await client.end();
  }
}

import { SKIP_REASON_DAYS } from "../../contract/onboarding/vocabulary.ts";
import { onceDaysAgo } from "../platform/clock-once.ts";
import { json } from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import { OnboardingOverride } from "./onboarding-override.ts";
import { OnboardingTask } from "./onboarding-task.ts";
import { OnboardingTaskEvent } from "./onboarding-task-event.ts";

/**
 * Deletes the personal content of an ended onboarding: drafts of all forms of the relationship, task events and
 * overrides, and the tasks' payloads. Triggers refuse it before the retention is over.
 */
export async function purgeRows(
  tx: Tx,
  key: { readonly instanceId: string; readonly relationshipId: string },
) {
  const { instanceId, relationshipId } = key;
  const drafts = await tables(tx)
    .deleteFrom("formDraft as d")
    .using("formAssignment as a")
    .whereRef("a.id", "=", "d.assignmentId")
    .where("a.relationshipId", "=", relationshipId)
    .executeTakeFirst();
  return {
    drafts: Number(drafts.numDeletedRows),
    taskEvents: await tx.nativeDelete(OnboardingTaskEvent, { instanceId }),
    overrides: await tx.nativeDelete(OnboardingOverride, { instanceId }),
    payloads: await emptyPayloads(tx, instanceId),
  };
}

/** How many rows each table lost at the end of a retention. */
export type PurgedRows = Awaited<ReturnType<typeof purgeRows>>;

async function emptyPayloads(tx: Tx, instanceId: string): Promise<number> {
  const tasks = await tx.find(OnboardingTask, { instanceId });
  const filled = tasks.filter(({ payload }) => Object.keys(payload).length > 0);
  for (const task of filled) task.payload = {};
  await tx.flush();
  return filled.length;
}

/**
 * Erases the reasons of tasks postponed 400 days ago; locked tasks are left to the next run. @returns the number of
 * tasks.
 */
export async function forgetSkipReasons(tx: Tx, limit: number, skip = 0): Promise<number> {
  const oldest = tables(tx)
    .selectFrom("onboardingTask")
    .select("id")
    .where("skippedAt", "<", onceDaysAgo(SKIP_REASON_DAYS))
    .where(({ eb, cast, val }) =>
      eb("payload", "<>", cast<OnboardingTask["payload"]>(val("{}"), "jsonb")),
    )
    .orderBy("skippedAt")
    .limit(limit)
    .offset(skip)
    .forNoKeyUpdate()
    .skipLocked();
  const forgotten = await tables(tx)
    .updateTable("onboardingTask")
    .set({ payload: json({}) })
    .where("id", "in", oldest)
    .executeTakeFirst();
  return Number(forgotten.numUpdatedRows);
}

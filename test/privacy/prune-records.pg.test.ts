import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { pruneRecords } from "../../activities/privacy/prune-records.ts";
import { PRUNED_RECORDS, type PrunedRecords } from "../../contract/privacy/vocabulary.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { buildPrunable, countPrunable, DAY, SLICE } from "../factories/privacy/prunable.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { retention } from "../../workers/retention.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const HOUR = 3_600;

/** How long each kind is kept, in seconds. */
const KEPT_SECONDS = [
  ["AUTH_AUDIT", 30 * DAY],
  ["PROVIDER_LOGOUTS", 30 * DAY],
  ["IDEMPOTENCY_KEYS", 400 * DAY],
  ["INVITATION_VALIDATIONS", DAY],
  ["INVITATION_CONTACTS", 30 * DAY],
  ["SKIP_REASONS", 400 * DAY],
  ["RATE_LIMITS", HOUR],
  ["NOTIFICATIONS", 90 * DAY],
  ["LETTERS", 90 * DAY],
  ["PUSH_TOKENS", 90 * DAY],
  ["OUTBOX_HEALTH", 30 * DAY],
  ["SCOPE_CHANGES", 91 * DAY],
  ["SYNC_BATCHES", 400 * DAY],
  ["REPLACEMENTS", 400 * DAY],
  ["PURGE_ORDERS", 400 * DAY],
  ["CLIENT_BATCHES", 400 * DAY],
  ["OPEN_DRAFTS", 30 * DAY],
  ["CLOSED_COACH_TASKS", 90 * DAY],
  ["COACH_TASK_NOTES", 400 * DAY],
  ["SOURCE_EVENTS", 400 * DAY],
  ["INBOX_CHANGES", DAY],
  ["MEDIA_ACCESSES", 400 * DAY],
  ["USAGE_SNAPSHOTS", 400 * DAY],
  ["WITHHELD_OCCURRENCES", 400 * DAY],
  // A minute after the day on which they were trusted.
  ["TASK_SNAPSHOTS", DAY + 60],
] as const;

describe("records of each kind, made at one instant", () => {
  beforeAll(() => buildPrunable(em));
  afterAll(() => begin(PRUNED_RECORDS));

  // The first to expire comes first: later kinds still have their record then.
  const sequence = KEPT_SECONDS.toSorted(([, one], [, other]) => one - other);
  test.each(sequence)("%s are kept %d seconds, and no longer", async (records, keptSeconds) => {
    await moveClock(ownerUrl, keptSeconds - 60);
    expect(await pruneRecords({ em, retention }, { records })).toEqual({
      deletedCount: 0,
      full: false,
    });
    await moveClock(ownerUrl, keptSeconds + 60);
    const before = await countPrunable(em);
    const deletedCount = before[records];
    expect(deletedCount).toBeGreaterThan(0);
    const pruned = await pruneRecords({ em, retention }, { records });
    expect(pruned).toEqual({ deletedCount, full: false });
    expect(await countPrunable(em)).toEqual({ ...before, [records]: 0 });
  });
});

describe("a whole slice of each kind, and a later record", () => {
  beforeAll(async () => {
    await buildPrunable(em, Object.fromEntries(PRUNED_RECORDS.map((records) => [records, SLICE])));
    await moveClock(ownerUrl, 401 * DAY);
    await buildPrunable(em);
    await moveClock(ownerUrl, 900 * DAY);
  });
  afterAll(() => begin(PRUNED_RECORDS));

  test.each(PRUNED_RECORDS)("%s are deleted slice by slice, the oldest first", async (records) => {
    expect(await pruneRecords({ em, retention }, { records })).toEqual({
      // The workout that no package names any more is deleted too.
      deletedCount: records === "WORKOUT_PACKAGES" ? SLICE + 1 : SLICE,
      full: true,
    });
    expect(await pruneRecords({ em, retention }, { records })).toMatchObject({ full: false });
    expect((await countPrunable(em))[records]).toBe(0);
  });
});

test("two concurrent prunes delete different slices; rows of an open transaction are skipped", async () => {
  const records = "IDEMPOTENCY_KEYS";
  await begin([records]);
  await buildPrunable(em, { [records]: 2 * SLICE + 1 });
  await moveClock(ownerUrl, 401 * DAY);
  await em.fork().transactional(async (tx) => {
    await tx.execute("select 1 from idempotency_key order by created_at limit 1 for update");
    const slices = await Promise.all([
      pruneRecords({ em, retention }, { records }),
      pruneRecords({ em, retention }, { records }),
    ]);
    expect(slices.map(({ deletedCount }) => deletedCount)).toEqual([SLICE, SLICE]);
    expect(await pruneRecords({ em, retention }, { records })).toEqual({
      deletedCount: 0,
      full: false,
    });
  });
  expect(await pruneRecords({ em, retention }, { records })).toEqual({
    deletedCount: 1,
    full: false,
  });
});

test.each([
  ["idempotency_key", "created_at", "idempotency_key_created_at_idx"],
  ["invitation_validation", "expires_at", "invitation_validation_expires_at_idx"],
  ["rate_limit", "expire", "rate_limit_expire_idx"],
  ["notification", "id", "notification_pkey"],
  ["letter", "event_id", "letter_pkey"],
  ["scope_change", "changed_at", "scope_change_changed_at_idx"],
  ["sync_batch", "id", "sync_batch_pkey"],
  ["workout_session where status = 'IN_PROGRESS'", "changed_at", "workout_session_open_idx"],
  ["coach_task where status in ('RESOLVED', 'DISMISSED')", "closed_at", "coach_task_archive_idx"],
  ["source_event", "accepted_at", "source_event_accepted_idx"],
  ["coach_task_change", "changed_at", "coach_task_change_changed_at_idx"],
  ["onboarding_task where payload <> '{}'", "skipped_at", "onboarding_task_skip_reason_idx"],
  ["operation_replacement", "created_at", "operation_replacement_created_at_idx"],
  ["agenda_task_snapshot", "trusted_until", "agenda_task_snapshot_trusted_idx"],
])("the oldest of %s are found by an index", async (table, column, index) => {
  const plan = await em.fork().transactional(async (tx) => {
    await tx.execute("set local enable_seqscan = off");
    return tx.execute(`explain select 1 from ${table} order by ${column} limit 1000 for update`);
  });
  expect(JSON.stringify(plan)).toContain(index);
});

/** Deletes the rows of these kinds from earlier tests, and resets the clock. */
async function begin(kinds: readonly PrunedRecords[]): Promise<void> {
  await moveClock(ownerUrl, 1_000 * DAY);
  for (const records of kinds) await pruneRecords({ em, retention }, { records });
  await moveClock(ownerUrl, 0);
}

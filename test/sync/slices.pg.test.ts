import { randomInt } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import { type SliceRow, sliceDigest } from "../../contract/sync/slice-digest.ts";
import { SCOPE_SLICES } from "../../contract/sync/vocabulary.ts";
import { packAnswers, unpackAnswers } from "../../db/sync/receipts/answers.ts";
import { findScopeSnapshot } from "../../db/sync/scope/queries.ts";
import { sha256 } from "../../rules/sha256.ts";
import {
  admissionDeps,
  type BuiltScope,
  buildScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { putWorkout } from "../factories/workouts/workouts.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { fullReceipts } from "../factories/sync/receipts/stored-receipts.ts";
import { useOrm } from "../harness/use-orm.ts";

const ROUNDS = 3;

const { em, superuserUrl } = await useOrm(await useOwnDatabase());
const superuser = new Client({ connectionString: superuserUrl });
let scope: BuiltScope;

beforeAll(async () => {
  await superuser.connect();
  // Changes rows without triggers, as an accident would.
  await superuser.query("set session_replication_role = replica");
});
afterAll(() => superuser.end());

/** One accident to a row of one slice; which one is random. */
const ACCIDENTS: readonly (readonly [slice: string, text: string])[] = [
  ["agenda", "update agenda_task set revision = revision + 1 where id = (#)"],
  ["agenda", "delete from agenda_task where id = (#)"],
  ["agenda", "update agenda_task set id = gen_random_uuid() where id = (#)"],
  ["form-assignments", "update form_assignment set revision = revision - 1 where id = (#)"],
  ["form-assignments", "delete from form_assignment where id = (#)"],
  ["form-assignments", "update form_assignment set id = gen_random_uuid() where id = (#)"],
  ["receipts", "edit the answers of (#)"],
  ["receipts", "delete from sync_answers where batch_id = (#)"],
  [
    "assignment",
    "update plan_assignment set updated_at = updated_at - interval '1 s' where id = (#)",
  ],
  ["assignment", "delete from plan_assignment where id = (#)"],
  [
    "workout-packages",
    "update workout_package set package_checksum = gen_random_uuid() where id = (#)",
  ],
  ["workout-packages", "delete from workout_package where id = (#)"],
  ["scope", "update relationship set status = 'ONBOARDING' where id = (#)"],
];
const VICTIM: Record<string, string> = {
  agenda: "select id from agenda_task where relationship_id = $1 order by random() limit 1",
  "form-assignments":
    "select id from form_assignment where relationship_id = $1 order by random() limit 1",
  receipts: `select batch_id from sync_answers where batch_id in
    (select id from sync_batch where relationship_id = $1) order by random() limit 1`,
  assignment: "select id from plan_assignment where relationship_id = $1 and plan_kind = 'PROGRAM'",
  "workout-packages": "select id from workout_package where relationship_id = $1",
  scope: "select id from relationship where id = $1",
};

/** A program that the scope's client follows, next to its other plans. */
const FOLLOWED = `insert into plan_assignment
  select (jsonb_populate_record(given, jsonb_build_object('id', gen_random_uuid(),
    'plan_id', gen_random_uuid(), 'plan_kind', 'PROGRAM'))).*
  from plan_assignment given where relationship_id = $1 limit 1`;

describe("the digests of the server", () => {
  test("are those that a device computes from the same rows, even of empty slices", async () => {
    await buildBusyScope();
    const slices = await slicesNow();
    expect(slices).toEqual(await slicesKept());
    expect(slices["agenda/2020-02-29"]).toBe(await sliceDigest([], sha256));
    expect(new Set(Object.values(slices)).size).toBe(7);
  });

  test.each(ACCIDENTS)("reveal that %s is corrupted, and nothing else: %s", async (kind, text) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      // The only row of a slice cannot be changed to the same value twice.
      if (round === 0 || ["scope", "receipts", "assignment", "workout-packages"].includes(kind))
        await buildBusyScope();
      const before = await slicesNow();
      const accident = text.replace("#", VICTIM[kind] ?? "");
      const rowCount = await happen(accident);
      const after = await slicesNow();
      const differing = Object.keys(after).filter((slice) => after[slice] !== before[slice]);
      const slice = kind === "agenda" ? `agenda/${scope.agenda.localDate}` : kind;
      expect({ rowCount, differing }).toEqual({ rowCount: 1, differing: [slice] });
      expect(after).toEqual(await slicesKept());
    }
  });
});

async function slicesNow(): Promise<Record<string, string>> {
  const { relationshipId, deviceId, agenda } = scope;
  const snapshot = await findScopeSnapshot(em.fork(), {
    relationshipId,
    deviceId,
    sinceSeq: null,
    receiptLimit: 50,
    slices: { names: SCOPE_SLICES, days: [agenda.localDate, "2020-02-29"], nearDays: false },
  });
  return Object.fromEntries(snapshot?.slices.map(({ slice, digest }) => [slice, digest]) ?? []);
}

/** The slices as a device computes them from rows it read in another way. */
async function slicesKept(): Promise<Record<string, string>> {
  const { relationshipId, deviceId, agenda } = scope;
  const read = async (text: string, values: readonly unknown[]) =>
    await sliceDigest((await superuser.query<SliceRow>(text, [...values])).rows, sha256);
  const day = "select id, revision from agenda_task where relationship_id = $1 and local_date = $2";
  return {
    [`agenda/${agenda.localDate}`]: await read(day, [relationshipId, agenda.localDate]),
    "agenda/2020-02-29": await read(day, [relationshipId, "2020-02-29"]),
    assignment: await read(
      `select id, to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as revision
       from plan_assignment where relationship_id = $1 and plan_kind = 'PROGRAM' and status = 'ACTIVE'`,
      [relationshipId],
    ),
    "form-assignments": await read(
      "select id, revision from form_assignment where relationship_id = $1",
      [relationshipId],
    ),
    receipts: await sliceDigest(
      (await fullReceipts(em, [deviceId])).slice(-50).map(({ receiptId: id, hash: revision }) => {
        return { id, revision };
      }),
      sha256,
    ),
    "workout-packages": await read(
      "select id, package_checksum as revision from workout_package where relationship_id = $1",
      [relationshipId],
    ),
    scope: await read("select id, status as revision from relationship where id = $1", [
      relationshipId,
    ]),
  };
}

/** Edits one line of a stored answer of a batch. */
async function editAnswers(batchId: string): Promise<number | null> {
  const { rows } = await superuser.query<{ lines: Buffer }>(
    "select lines from sync_answers where batch_id = $1",
    [batchId],
  );
  const answers = unpackAnswers(rows[0]?.lines ?? new Uint8Array());
  const index = randomInt(answers.lines.length);
  const lines = answers.lines.map((line, place) =>
    place === index ? { ...line, payloadChecksum: "another" } : line,
  );
  const { rowCount } = await superuser.query(
    "update sync_answers set lines = $2 where batch_id = $1",
    [batchId, packAnswers({ ...answers, lines })],
  );
  return rowCount;
}

async function buildBusyScope(): Promise<void> {
  scope = await buildScope(em);
  const { water } = scope.agenda;
  const sips = Array.from({ length: 50 }, (_, minute) =>
    queued("quick-log.record-value", {
      taskId: water.id,
      metricKind: "WATER",
      value: 100,
      unit: "ml",
      sourceType: "MANUAL",
      recordedAt: new Date(Date.UTC(2026, 0, 5, 8, minute)).toISOString(),
    }),
  );
  await submit(admissionDeps(em), scope, sips);
  await submit(admissionDeps(em), scope, [queued("quick-log.complete-task", { taskId: water.id })]);
  await superuser.query(
    `insert into form_assignment (id, form_version_id, relationship_id, source_type, source_id,
       status, revision, created_at, updated_at)
     select gen_random_uuid(), gen_random_uuid(), $1, 'COACH', gen_random_uuid(), 'ASSIGNED', n,
       now(), now()
     from generate_series(1, 12) n`,
    [scope.relationshipId],
  );
  await superuser.query(FOLLOWED, [scope.relationshipId]);
  await putWorkout(em, scope);
}

async function happen(accident: string): Promise<number | null> {
  const values = [scope.relationshipId];
  if (!accident.startsWith("edit")) return (await superuser.query(accident, values)).rowCount;
  const { rows } = await superuser.query<{ batch_id: string }>(VICTIM["receipts"] ?? "", values);
  return await editAnswers(rows[0]?.batch_id ?? "");
}

import { describe, expect, test } from "@jest/globals";
import { deliverToWorkouts, prepareFor } from "../../activities/workouts/deliver-to-workouts.ts";
import { payloadChecksum } from "../../contract/canonical-form.ts";
import { planContentSchema } from "../../contract/plans/content-schema.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { newId } from "../../db/platform/new-id.ts";
import { leaseRows } from "../../db/outbox/lease-rows.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import { listShowingOtherwise } from "../../db/workouts/list-packages-to-dress.ts";
import { WorkoutPackage } from "../../db/workouts/workout-package.ts";
import { WorkoutSnapshot } from "../../db/workouts/workout-snapshot.ts";
import { sha256 } from "../../rules/sha256.ts";
import { packageText } from "../../rules/workouts/packed-workout.ts";
import { buildAgendaOwner } from "../factories/agenda/agenda-owner.ts";
import { explainStatement, isStatement, wasteOf } from "../factories/db/explain.ts";
import { planActs } from "../factories/plans/plan-acts.ts";
import { putExercises } from "../factories/exercises/put-exercises.ts";
import { decideSource, showPicture } from "../factories/workouts/shown-picture.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useOrm } from "../harness/use-orm.ts";
import { useClient } from "../harness/use-client.ts";

const { em, superuserUrl } = await useOrm(await useOwnDatabase());
const acts = planActs(em);
const superuser = await useClient(superuserUrl);

type Owner = Awaited<ReturnType<typeof buildAgendaOwner>>;

const prepare = (owner: Owner) => prepareFor(em, [owner.relationshipId], null);

describe("pictures in packages (spec 1, offline workout consumes: ExerciseMediaUpdated; rules: workout-packages)", () => {
  test("are those of exercises and alternatives, each once, and change no workout", async () => {
    const [squat = "", press = ""] = await putExercises(em, [
      { title: "Squat" },
      { title: "Press" },
    ]);
    const plain = await training(squat, press);
    const [bare] = await offeredTo(plain.owner);
    expect(bare?.content).not.toHaveProperty("thumbnails");
    const { assetId } = await showPicture(em, [squat, press]);
    const { owner } = await training(squat, press);
    const attribution = "Drawn";
    const both = [squat, press].map((exerciseId) => ({ exerciseId, assetId, attribution }));
    expect(await shownTo(owner)).toEqual([both, both]);
    const [dressed] = await offeredTo(owner);
    expect(dressed?.snapshotChecksum).toBe(bare?.snapshotChecksum);
    await prepare(plain.owner);
    expect(await shownTo(plain.owner)).toEqual([both, both]);
  });

  test("are removed with their licence, from finished workouts too; a phone is notified and gets the same package back", async () => {
    const [squat = ""] = await putExercises(em, [{ title: "Squat" }]);
    const picture = await showPicture(em, [squat]);
    const { owner, assignmentId } = await training(squat);
    await em.fork().nativeUpdate(AgendaTask, { sourceId: assignmentId }, { status: "COMPLETED" });
    const before = await offeredTo(owner);
    await decideSource(em, picture, "WITHDRAWN");
    await follow();
    expect(await shownTo(owner)).toEqual([[], []]);
    const after = await offeredTo(owner);
    for (const one of after) await expectCovered(one);
    const ids = new Set([...before, ...after].map(({ id }) => id));
    expect(ids.size).toBe(4);
    expect((await movesOf(owner)).at(-1)).toEqual(ids);
    const where = { type: "OfflineWorkoutPackagePrepared", consumer: "event-feed" } as const;
    expect(await em.fork().count(OutboxRow, { ...where, subjectId: [...ids] })).toBe(4);
    await decideSource(em, picture, "SHOWN");
    await follow();
    expect((await offeredTo(owner)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  test("of a whole library change each package once, and leave unchanged ones alone", async () => {
    const [one = "", two = "", other = ""] = await putExercises(em, [
      { title: "One" },
      { title: "Two" },
      { title: "Other" },
    ]);
    const picture = await showPicture(em, [one, two]);
    await showPicture(em, [other]);
    const owners = [await training(one, two), await training(two, one)].map(({ owner }) => owner);
    const { owner: bystander } = await training(other);
    const untouched = await offeredTo(bystander);
    await decideSource(em, picture, "WITHDRAWN");
    const moves = await Promise.all(owners.map(movesOf));
    await follow();
    for (const [place, owner] of owners.entries()) {
      expect(await shownTo(owner)).toEqual([[], []]);
      expect(await movesOf(owner)).toHaveLength((moves[place]?.length ?? 0) + 1);
    }
    expect(await offeredTo(bystander)).toEqual(untouched);
  });

  test("change no package again that was prepared meanwhile, and a pass that stops early leaves its rows", async () => {
    const [squat = ""] = await putExercises(em, [{ title: "Squat" }]);
    const picture = await showPicture(em, [squat]);
    const { owner } = await training(squat);
    await decideSource(em, picture, "WITHDRAWN");
    const row = { type: "ExerciseMediaUpdated", subjectId: squat, consumer: "workouts" } as const;
    const { id } = await em.fork().findOneOrFail(OutboxRow, row);
    const now = (await clockNow(em.fork())).toISOString();
    const leased = {
      ...row,
      id,
      eventId: newId(),
      key: squat,
      version: 1,
      refs: { assetId: null },
    };
    const rows = [{ ...leased, requestId: null, occurredAt: now, attempts: 0, traceContext: null }];
    const failures = await deliverToWorkouts(em)(rows, AbortSignal.abort());
    expect(failures.get(id)).toMatchObject({ kind: "LATER" });
    await follow();
    const before = await offeredTo(owner);
    await prepare(owner);
    await deliverToWorkouts(em)(rows, new AbortController().signal);
    expect(await offeredTo(owner)).toEqual(before);
  });

  test("of a workout that cannot be packed do not delay the others, and their rows stay", async () => {
    const [squat = ""] = await putExercises(em, [{ title: "Squat" }]);
    const picture = await showPicture(em, [squat]);
    const { owner: broken } = await training(squat);
    const { owner } = await training(squat);
    await superuser.query(
      `update workout_snapshot set content = jsonb_build_object('exerciseId', $1::text)
       where workspace_id = $2`,
      [squat, broken.workspaceId],
    );
    await decideSource(em, picture, "WITHDRAWN");
    const { rows, failures } = await handOver();
    expect(rows.map(({ id }) => failures.get(id)?.kind)).toEqual(["FAULT"]);
    expect(await shownTo(owner)).toEqual([[], []]);
    expect((await shownTo(broken)).flat()).toHaveLength(2);
    await em.fork().nativeDelete(OutboxRow, { id: rows.map(({ id }) => id) });
  });

  test("are found by an index among ten thousand workouts", async () => {
    const [squat = ""] = await putExercises(em, [{ title: "Squat" }]);
    const { owner } = await training(squat);
    await multiplyPackages();
    const changed = [{ exerciseId: squat, assetId: newId() }];
    const { sent, result } = await recordStatements(() =>
      listShowingOtherwise(em.fork(), changed, { after: null, limit: 50 }),
    );
    expect(result).toEqual([owner.relationshipId]);
    const [statement, ...others] = sent.filter(isStatement);
    if (statement === undefined) throw new Error("Nothing was sent");
    expect(others).toEqual([]);
    expect(wasteOf(await explainStatement(superuser, statement))).toEqual([]);
  });
});

/** The checksum of a package matches its content. */
async function expectCovered(one: WorkoutPackage): Promise<void> {
  const { workspaceId, snapshotChecksum, taskId, relationshipId, localDate, timezone } = one;
  const { assignmentId, programDay, sourceRevision, expiresAt, content } = one;
  const { content: snapshot } = await em
    .fork()
    .findOneOrFail(WorkoutSnapshot, { workspaceId, checksum: snapshotChecksum });
  const task = { taskId, relationshipId, localDate, timezone, assignmentId, programDay };
  const packed = { ...task, sourceRevision, expiresAt, snapshot, content };
  const text = packageText(packed, snapshotChecksum);
  expect(await payloadChecksum(text, sha256)).toBe(one.packageChecksum);
}

/** Workouts of other clients, each with different exercises, and their packages. */
async function multiplyPackages(): Promise<void> {
  await superuser.query("set session_replication_role = replica");
  await superuser.query(`
    insert into workout_snapshot select workspace_id, 'sha-256:' || n,
      jsonb_build_object('day', jsonb_build_object('exercises', jsonb_build_array(
        jsonb_build_object('exerciseId', gen_random_uuid()), jsonb_build_object('exerciseId', gen_random_uuid())))),
      created_at
    from (select * from workout_snapshot limit 1) one, generate_series(1, 10000) n`);
  await superuser.query(`
    insert into workout_package select made.*
    from (select one.* from workout_package one limit 1) one, generate_series(1, 10000) n,
      lateral (select jsonb_populate_record(null::workout_package, to_jsonb(one) || jsonb_build_object(
        'id', gen_random_uuid(), 'task_id', gen_random_uuid(), 'relationship_id', gen_random_uuid(),
        'superseded_at', null, 'content', '{}'::jsonb, 'snapshot_checksum', 'sha-256:' || n)) as row) copied,
      lateral (select (copied.row).*) made`);
  await superuser.query("set session_replication_role = origin");
  await superuser.query("vacuum analyze workout_snapshot, workout_package");
}

/** Trained on days 1, 3 and 5: an exercise of the library, an alternative, and one with its own name. */
function contentOf(exerciseId: string, inItsPlace: string | null) {
  return planContentSchema.parse({
    kind: "PROGRAM",
    title: "Strength",
    weeks: Array.from({ length: 4 }, () => ({
      days: [1, 3, 5].map((dayNumber) => ({
        dayNumber,
        title: "Legs",
        exercises: [
          {
            exerciseKey: "squat",
            exerciseId,
            name: "Squat",
            sets: [{ repetitions: 5 }],
            alternatives: [{ exerciseId: inItsPlace, name: "Leg press" }],
          },
          { exerciseKey: "own", name: "Own", sets: [{ repetitions: 5 }] },
        ],
      })),
    })),
  });
}

async function training(exerciseId: string, inItsPlace: string | null = null) {
  const owner = await buildAgendaOwner(em);
  const given = await acts.give(owner, contentOf(exerciseId, inItsPlace));
  await prepare(owner);
  return { owner, ...given };
}

function offeredTo({ relationshipId }: Owner) {
  return em
    .fork()
    .find(
      WorkoutPackage,
      { relationshipId, supersededAt: null },
      { orderBy: { localDate: "asc" } },
    );
}

async function shownTo(owner: Owner) {
  return (await offeredTo(owner)).map(({ content }) => content.thumbnails ?? []);
}

async function movesOf({ relationshipId }: Owner) {
  const { rows } = await superuser.query<{ changes: { workout_package?: string[] } }>(
    "select changes from scope_change where relationship_id = $1 order by seq",
    [relationshipId],
  );
  return rows.map(({ changes }) => new Set(changes.workout_package));
}

/** Delivers pending events about pictures, as the relay does. */
async function follow(): Promise<void> {
  const { rows, failures } = await handOver();
  expect([...failures]).toEqual([]);
  await em.fork().nativeDelete(OutboxRow, { id: rows.map(({ id }) => id) });
}

async function handOver() {
  const lease = { consumers: ["workouts"], limit: 1_000, leaseSeconds: 60 } as const;
  const leased = await transact(em, (tx) => leaseRows(tx, lease));
  const rows = leased.filter(({ type }) => type === "ExerciseMediaUpdated");
  expect(rows.length).toBeGreaterThan(0);
  return { rows, failures: await deliverToWorkouts(em)(rows, new AbortController().signal) };
}

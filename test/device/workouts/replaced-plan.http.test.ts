import { expect, test } from "@jest/globals";
import { checkLaw } from "../../../device/lanes/verdicts/check-law.ts";
import { openNodeSql } from "../../../device/adapters/node/node-sql.ts";
import type { ResolveWorkout, Workouts } from "../../../device/workouts/types.ts";
import {
  buildTrainingPhone,
  trainWorkout,
  type TrainingPhone,
  typedOf,
} from "../../factories/device/training-phone.ts";
import { eventually } from "../../factories/eventually.ts";
import { useApi } from "../../harness/use-api.ts";

const { api, issuer } = await useApi();

test("A workout of a replaced plan counts, because it was valid when training began", async () => {
  const { training, phone } = await trainedOffline();
  await training.replace(false);

  const { workouts, draft } = await comeOnline(training, phone);

  expect(draft?.status).toBe("ACCEPTED");
  expect((await workouts.conflicts()).conflicts).toEqual([]);
});

test("A conflict that is found after a restart is resubmitted from the workout that the coach planned instead", async () => {
  const { training, phone } = await trainedOffline();
  await training.replace(true);
  const online = await comeOnline(training, phone);
  await training.phone.kill();
  const { device, scope, workouts } = await training.open();
  const { conflicts } = await workouts.conflicts();
  const [{ conflict } = MISSING] = conflicts;

  const choice = { conflictId: conflict.conflictId, choice: "RESUBMIT", callId: "again" } as const;
  const resolved = await resolve(workouts, choice);
  const again = await workouts.resolve(choice);
  const draft = await workouts.draft({ draftId: phone.draftId });
  // A busy server may answer a read later than the phone waits for it; the next one reads the same.
  const { workouts: offered } = await eventually(
    async () => {
      await device.sync();
      return await workouts.list();
    },
    (list) => list.workouts[0]?.task?.accepted.status === "COMPLETED",
  );
  const state = await device.state();
  await device.close();

  expect(online.draft?.status).toBe("CONFLICTED");
  expect(conflicts).toMatchObject([
    {
      conflict: { kind: "SNAPSHOT_SUPERSEDED", options: ["REFRESH", "RESUBMIT", "DISCARD"] },
      isOwnDraft: true,
    },
  ]);
  expect([resolved, again]).toEqual([{ kind: "RESOLVED" }, { kind: "RESOLVED" }]);
  expect(draft).toMatchObject({ status: "ACCEPTED", title: "Power", conflict: null });
  expect(typedOf(draft)).toEqual(["squat-1", "squat-2"]);
  expect(offered[0]?.task?.accepted.status).toBe("COMPLETED");
  expect(state.needsAttention).toBe(0);
  await expectLaw(training, scope.scopeId);
});

test("A refreshed draft keeps what was typed, moves to the present workout, and is accepted from it", async () => {
  const { training, phone } = await trainedOffline();
  await training.replace(true);
  const { device, scope, workouts } = await comeOnline(training, phone);
  const [{ conflict } = MISSING] = (await workouts.conflicts()).conflicts;

  const { conflictId } = conflict;
  const resolved = await resolve(workouts, { conflictId, choice: "REFRESH", callId: "refresh" });
  const refreshed = await workouts.draft({ draftId: phone.draftId });
  const attention = (await device.state()).needsAttention;
  await workouts.submit({ draftId: phone.draftId });
  await device.sync();
  const submitted = await workouts.draft({ draftId: phone.draftId });
  await device.close();

  expect(resolved).toEqual({ kind: "RESOLVED" });
  expect(refreshed).toMatchObject({ status: "LOCAL_IN_PROGRESS", title: "Power", conflict: null });
  expect(typedOf(refreshed)).toEqual(["squat-1", "squat-2"]);
  expect(attention).toBe(0);
  expect(submitted?.status).toBe("ACCEPTED");
  await expectLaw(training, scope.scopeId);
});

test("A discarded draft needs no more attention, and its workout can begin again", async () => {
  const { training, phone } = await trainedOffline();
  await training.replace(true);
  const { device, scope, workouts } = await comeOnline(training, phone);
  const [{ conflict } = MISSING] = (await workouts.conflicts()).conflicts;

  const { conflictId } = conflict;
  const resolved = await resolve(workouts, { conflictId, choice: "DISCARD", callId: "discard" });
  const draft = await workouts.draft({ draftId: phone.draftId });
  const { workouts: offered } = await workouts.list();
  const restarted = await workouts.start({ taskId: offered[0]?.taskId ?? "" });
  const state = await device.state();
  await device.close();

  expect([resolved, draft?.status]).toEqual([{ kind: "RESOLVED" }, "DISCARDED"]);
  expect(restarted.kind).toBe("STARTED");
  expect(state.needsAttention).toBe(0);
  await expectLaw(training, scope.scopeId);
});

test("A choice whose answer is lost is completed later under its key", async () => {
  const { training, phone } = await trainedOffline();
  await training.replace(true);
  const { device, scope, workouts } = await comeOnline(training, phone);
  const [{ conflict } = MISSING] = (await workouts.conflicts()).conflicts;
  training.phone.network.failBy(({ path }) => (path.endsWith("/resolve") ? "ANSWER_LOST" : null));

  const lost = await workouts.resolve({ conflictId: conflict.conflictId, choice: "REFRESH" });
  await training.phone.kill();
  training.phone.network.failBy(() => null);
  const after = await training.open();
  await after.device.sync();
  const draft = await after.workouts.draft({ draftId: phone.draftId });
  await after.device.close();
  await device.close().catch(() => null);

  expect(lost).toEqual({ kind: "OFFLINE" });
  expect(draft).toMatchObject({ status: "LOCAL_IN_PROGRESS", title: "Power" });
  await expectLaw(training, scope.scopeId);
});

/** A workout that was recorded and submitted without a connection. */
async function trainedOffline() {
  const training = await buildTrainingPhone(api, issuer);
  const before = await training.open();
  training.phone.network.failBy(() => "UNREACHABLE");
  const draftId = await trainWorkout(before.workouts, training.taskId);
  await before.workouts.submit({ draftId });
  await training.phone.kill();
  return { training, phone: { draftId } };
}

async function comeOnline(training: TrainingPhone, { draftId }: { readonly draftId: string }) {
  training.phone.network.failBy(() => null);
  const open = await training.open();
  const draft = await eventually(
    async () => {
      await open.device.sync();
      return await open.workouts.draft({ draftId });
    },
    (found) => found?.status === "ACCEPTED" || (found?.conflict ?? null) !== null,
  );
  return { ...open, draft };
}

/** A busy server may answer later than a person waits; the same choice is then made again. */
async function resolve(workouts: Workouts, entry: ResolveWorkout) {
  return await eventually(
    async () => await workouts.resolve(entry),
    ({ kind }) => kind === "RESOLVED",
  );
}

async function expectLaw(training: TrainingPhone, scopeId: string): Promise<void> {
  const sql = await openNodeSql(training.phone.file);
  expect(await checkLaw(sql, scopeId)).toBeNull();
  await sql.close();
}

const MISSING = { conflict: { conflictId: "" }, isOwnDraft: false };

import { settleAll } from "../settlement.ts";
import { expect } from "@jest/globals";
import { sql } from "kysely";
import { moveRelationship } from "../../../../activities/relationships/move-relationship.ts";
import { revokeDevice } from "../../../../activities/sync/devices/revoke-device.ts";
import { batchOf } from "../../../../db/platform/statements/receipt-range.ts";
import { transact } from "../../../../db/platform/transactions/transact.ts";
import { at } from "../model/terms.ts";
import { NOTE_TYPE, type Stage, type World } from "../model/world.ts";
import { type Race, send, sip, sips, traces, verdicts } from "./race-ground.ts";
import {
  eightRegistrations,
  handOvers,
  lateRetries,
  tooManyDevices,
  tooManyExchanged,
  twoUsers,
} from "./registration-races.ts";
import { lowered, twoLanes } from "./settlement-races.ts";
import { queued } from "../sync.ts";
import { reviewed, undoOfBothPhones, undoTwice } from "./undo-races.ts";
import { hooks } from "../../../../workers/hooks.ts";

/** Every race, by its two opponents. */
export const races: Readonly<Record<string, Race>> = {
  "two devices on one task": twoDevices,
  "the same batch on eight connections": sameBatch,
  "the same note on eight connections": sameNote,
  "changed content under one id on eight connections": changedContent,
  "a revocation and a batch": (stage, round) => whileSending(stage, { round, end: revoke }),
  "the end of the relationship and a batch": (stage, round) =>
    whileSending(stage, { round, end: endScope }),
  "an undo and an undo": undoTwice,
  "an undo on each of both phones": undoOfBothPhones,
  "the review of a day and an undo": reviewed,
  "a registration, a late retry and the actor's retry": lateRetries,
  "a day and a day of one relationship": twoDays,
  "a lane and a lane on the same batches": twoLanes,
  "a workspace that is reinstated and the device's actor": lowered,
  "eight registrations of one installation": eightRegistrations,
  "registrations of one installation by two users": twoUsers,
  "a registration, a revocation and the former device's batch": handOvers,
  "the eleventh device, on eight connections": tooManyDevices,
  "installations that two users with ten devices exchange": tooManyExchanged,
};

async function twoDevices(stage: Stage): Promise<void> {
  const world = await stage.open();
  const { waterId } = at(world.scopes, 0);
  const answers = await Promise.all([
    send(stage, world, { phone: 0, operations: sips(waterId, [1, 2, 3]) }),
    send(stage, world, { phone: 1, operations: sips(waterId, [4, 5, 6]) }),
  ]);
  const found = answers.map(verdicts).map(String).toSorted();
  const all = String(Array(3).fill("ACCEPTED"));
  expect(found).toEqual([all, all]);
  expect(await traces(stage, world)).toMatchObject({
    receipts: 6,
    values: 6,
    standing: 6,
    revision: 7,
    seq: 2,
    changes: 2,
  });
}

async function sameBatch(stage: Stage): Promise<void> {
  const world = await stage.open();
  const operations = sips(at(world.scopes, 0).waterId, [1, 2, 3]);
  const answers = await Promise.all(
    stage.connections.map((_, connection) =>
      send(stage, world, { phone: 0, operations, connection }),
    ),
  );
  const found = answers.map(verdicts).map(String).toSorted();
  const first = String(Array(3).fill("ACCEPTED"));
  const later = String(Array(3).fill("ALREADY_ACCEPTED"));
  expect(found).toEqual([first, ...Array<string>(answers.length - 1).fill(later)]);
  const receipts = answers.map((answer) =>
    typeof answer === "string" ? answer : String(answer.map(({ receiptId }) => receiptId)),
  );
  expect(new Set(receipts).size).toBe(1);
  expect(await traces(stage, world)).toMatchObject({
    receipts: 3,
    batches: 1,
    values: 3,
    revision: 4,
    seq: 1,
  });
}

/** There is never more than one receipt and one note, whatever the answers are. */
async function sameNote(stage: Stage, round: number): Promise<void> {
  const world = await stage.open();
  const operations = [queued(NOTE_TYPE, { text: `note ${round}` })];
  await Promise.all(
    stage.connections.map((_, connection) =>
      send(stage, world, { phone: 0, operations, connection }),
    ),
  );
  expect(await traces(stage, world)).toMatchObject({ receipts: 1, notes: 1, batches: 1 });
}

async function changedContent(stage: Stage): Promise<void> {
  const world = await stage.open();
  const { waterId } = at(world.scopes, 0);
  const { clientOperationId } = sip(waterId, 0);
  const answers = await Promise.all(
    stage.connections.map((_, connection) => {
      const operations = [{ ...sip(waterId, connection), clientOperationId }];
      return send(stage, world, { phone: 0, operations, connection });
    }),
  );
  const others = Array<string>(answers.length - 1).fill("OPERATION_ID_REUSED");
  expect(answers.map(verdicts).map(String).toSorted()).toEqual(["ACCEPTED", ...others]);
  const receiptIds = answers.flatMap((answer) => (typeof answer === "string" ? [] : answer));
  expect(new Set(receiptIds.map(({ receiptId }) => receiptId)).size).toBe(1);
  expect(await traces(stage, world)).toMatchObject({ receipts: 1, values: 1, revision: 2 });
}

/** Ends a session, device or relationship while a batch arrives: the batch is complete before the end, or absent. */
async function whileSending(
  stage: Stage,
  { round, end }: { round: number; end: (stage: Stage, world: World) => Promise<string> },
): Promise<void> {
  const world = await stage.open();
  const operations = sips(at(world.scopes, 0).waterId, [1, 2, 3]);
  const ending = async () => {
    const code = await end(stage, world);
    return { code, ...(await traces(stage, world)) };
  };
  const sending = () => send(stage, world, { phone: 0, operations });
  const [answer, atEnd] =
    round % 2 === 0
      ? await Promise.all([sending(), ending()])
      : await Promise.all([ending(), sending()]).then(([ended, sent]) => [sent, ended] as const);
  const afterwards = await traces(stage, world);
  expect(atEnd).toMatchObject({ receipts: afterwards["receipts"], values: afterwards["values"] });
  if (afterwards["receipts"] === 0) expect(answer).toBe(atEnd.code);
  else expect(verdicts(answer)).toEqual(Array(3).fill("ACCEPTED"));
  expect([0, 3]).toContain(afterwards["receipts"]);
  expect(await sending()).toBe(atEnd.code);
}

async function revoke({ em }: Stage, world: World): Promise<string> {
  const { userId, deviceIds } = at(world.phones, 0);
  const which = { userId, deviceId: deviceIds.at(-1) ?? "", requestId: "race" };
  await transact(em, (tx) => revokeDevice(tx, which));
  return "DEVICE_REVOKED";
}

async function endScope({ em }: Stage, world: World): Promise<string> {
  const { relationshipId, workspaceId, coachUserId: byUserId } = at(world.scopes, 0);
  const move = { relationshipId, workspaceId, byUserId, act: "END", reason: null } as const;
  await transact(em, (tx) =>
    moveRelationship(tx, { ...move, requestId: "race" }, hooks.relationships),
  );
  return "NOT_FOUND";
}

async function twoDays(stage: Stage): Promise<void> {
  const world = await stage.open();
  const { waterId, earlierId, relationshipId } = at(world.scopes, 0);
  const logAndSettle = async (phone: number, taskId: string) => {
    const answer = await send(stage, world, { phone, operations: sips(taskId, [1, 2]) });
    await settleAll(stage.settlement, { deviceId: at(world.phones, phone).deviceIds[0] ?? "" });
    return verdicts(answer);
  };
  const answers = await Promise.all([logAndSettle(0, waterId), logAndSettle(1, earlierId)]);
  expect(answers).toEqual(Array(2).fill(Array(2).fill("ACCEPTED")));
  expect(await traces(stage, world)).toMatchObject({
    receipts: 4,
    admitted: 0,
    seq: 2,
    changes: 2,
  });
  const { rows } = await sql<{ days: number; counted: number }>`
    select (select count(*)::int from agenda_day where relationship_id = ${relationshipId}
        and task_count = 1) as days,
      (select count(*)::int from quick_log_operation q
        join sync_batch b on b.id = ${batchOf("q.receipt_id")} and b.status = 'SETTLED'
        where q.status = 'ACCEPTED' and q.relationship_id = ${relationshipId}) as counted
  `.execute(stage.em.fork().getKysely());
  expect(rows).toEqual([{ days: 2, counted: 4 }]);
}

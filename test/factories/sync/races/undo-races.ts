import { settleAll } from "../settlement.ts";
import { expect } from "@jest/globals";
import { sql } from "kysely";
import type { Operation } from "../../../../contract/sync/schema.ts";
import { reviewAsSeen } from "../../agenda/review-as-seen.ts";
import { newId } from "../../../../db/platform/new-id.ts";
import { batchOf } from "../../../../db/platform/statements/receipt-range.ts";
import { firstRow, transact } from "../../../../db/platform/transactions/transact.ts";
import { at } from "../model/terms.ts";
import type { Stage } from "../model/world.ts";
import { send, sip, traces, verdicts } from "./race-ground.ts";
import { queued } from "../sync.ts";

const undo = (taskId: string, { clientOperationId }: Operation) =>
  queued("quick-log.undo", { taskId, undoesClientOperationId: clientOperationId });

/** An operation is undone once. */
export async function undoTwice(stage: Stage): Promise<void> {
  const world = await stage.open();
  const { waterId } = at(world.scopes, 0);
  const first = sip(waterId, 1);
  await send(stage, world, { phone: 0, operations: [first] });
  const answers = await Promise.all(
    [0, 1].map((connection) =>
      send(stage, world, { phone: 0, operations: [undo(waterId, first)], connection }),
    ),
  );
  expect(answers.map(verdicts).map(String).toSorted()).toEqual(["ACCEPTED", "ALREADY_UNDONE"]);
  expect(await traces(stage, world)).toMatchObject({ values: 2, standing: 0, revision: 3, seq: 2 });
}

/** An operation is undone once, whichever phone of the client comes first. */
export async function undoOfBothPhones(stage: Stage): Promise<void> {
  const world = await stage.open();
  const { waterId } = at(world.scopes, 0);
  const answer = await send(stage, world, { phone: 0, operations: [sip(waterId, 1)] });
  const [drunk] = typeof answer === "string" ? [] : answer;
  const payload = { taskId: waterId, undoesReceiptId: drunk?.receiptId };
  const answers = await Promise.all(
    [0, 1].map((phone) =>
      send(stage, world, {
        phone,
        operations: [queued("quick-log.undo", payload, { operationVersion: 2 })],
      }),
    ),
  );
  expect(answers.map(verdicts).map(String).toSorted()).toEqual(["ACCEPTED", "ALREADY_UNDONE"]);
  expect(await traces(stage, world)).toMatchObject({ values: 2, standing: 0, revision: 3, seq: 2 });
}

/** An accepted undo comes before the coach's review of the day. */
export async function reviewed(stage: Stage, round: number): Promise<void> {
  const world = await stage.open();
  const { waterId, relationshipId } = at(world.scopes, 0);
  const first = sip(waterId, 1);
  await send(stage, world, { phone: 0, operations: [first] });
  await settleAll(stage.settlement, { deviceId: at(world.phones, 0).deviceIds[0] ?? "" });
  const { workspaceId } = at(world.scopes, 0);
  const day = { workspaceId, relationshipId, localDate: await dayOf(stage, waterId) };
  const review = () =>
    transact(stage.em, async (tx) => {
      await reviewAsSeen(tx, { ...day, byUserId: newId(), requestId: "test" });
      return (await traces(stage, world))["standing"];
    });
  const undoing = () => send(stage, world, { phone: 0, operations: [undo(waterId, first)] });
  const [answer, inForceCount] =
    round % 2 === 0
      ? await Promise.all([undoing(), review()])
      : await Promise.all([review(), undoing()]).then(([seen, sent]) => [sent, seen] as const);
  expect(String(verdicts(answer))).toBe(inForceCount === 0 ? "ACCEPTED" : "UNDO_WINDOW_CLOSED");
  expect(await undoneAfterReview(stage, relationshipId)).toBe(0);
}

/** Undos that were accepted although their day was reviewed before. */
async function undoneAfterReview({ em }: Stage, relationshipId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from quick_log_operation operation
    join sync_batch sent on sent.id = ${batchOf("operation.receipt_id")}
    join agenda_day day on day.relationship_id = operation.relationship_id
      and day.local_date = operation.local_date
    where operation.relationship_id = ${relationshipId} and operation.action_kind = 'UNDO'
      and operation.status = 'ACCEPTED' and sent.admitted_at > day.last_reviewed_at
  `.execute(em.fork().getKysely());
  return firstRow(rows).count;
}

async function dayOf({ em }: Stage, taskId: string): Promise<string> {
  const { rows } = await sql<{ localDate: string }>`select local_date::text as "localDate"
    from agenda_task where id = ${taskId}`.execute(em.fork().getKysely());
  return firstRow(rows).localDate;
}

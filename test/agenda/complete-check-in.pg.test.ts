import { beforeEach, describe, expect, test } from "@jest/globals";
import pino from "pino";
import { completeCheckIn } from "../../activities/agenda/closing/complete-check-in.ts";
import { submitForm } from "../../activities/forms/submit-form.ts";
import { type Lane, relayPass } from "../../activities/outbox/relay-pass.ts";
import { AgendaDay } from "../../db/agenda/agenda-day.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { AgendaTaskEvent } from "../../db/agenda/agenda-task-event.ts";
import { newId } from "../../db/platform/new-id.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { Relationship } from "../../db/relationships/relationship.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import { hooks } from "../../workers/hooks.ts";
import { createDeliveries } from "../../workers/relay/create-deliveries.ts";
import { buildAgendaOwner } from "../factories/agenda/agenda-owner.ts";
import { buildFormAssignment } from "../factories/forms/assigned-forms.ts";
import { buildCheckIn } from "../factories/agenda/check-ins.ts";
import { formOf } from "../factories/forms/forms.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
import { admissionDeps, buildDevice, queued, submit as sendBatch } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase(), { poolSize: 10 });

const HOUR_MS = 3_600_000;

let client: Awaited<ReturnType<typeof buildAgendaOwner>>;
let formAssignmentId: string;
let now: Date;
beforeEach(async () => {
  client = await buildAgendaOwner(em);
  const content = formOf({ kind: "TEXT" });
  formAssignmentId = (await buildFormAssignment(em, client, { content })).id;
  now = await clockNow(em.fork());
  // Long ago, so that an entry recorded yesterday is plausible.
  const { relationshipId: id } = client;
  await em.fork().nativeUpdate(Relationship, { id }, { startedAt: new Date("2020-01-01") });
});

const deliveries = createDeliveries({
  em,
  wakeActor: async () => null,
  feed: { publish: async () => {} },
  notifying: {
    mailer: { send: async () => {} },
    push: { FCM: null, APNS: null },
    log: pino({ level: "silent" }),
  },
  hooks,
  mailing: {
    em,
    mailer: { send: async () => {} },
    invitationKey: new Uint8Array(32),
    publicUrl: "http://127.0.0.1",
  },
});
const lane: Lane = { name: "test", consumers: ["agenda"], limit: 100 };
/** Delivers the pending rows as the relay does. */
const relay = () => relayPass({ em, deliveries }, lane, new AbortController().signal);

const task = (id: string) => em.fork().findOneOrFail(AgendaTask, id);

const history = (taskId: string) => em.fork().find(AgendaTaskEvent, { taskId });

describe("A submitted form", () => {
  test("completes its check-in through the relay, with history, day and event", async () => {
    const id = await checkInOn("2026-01-05");
    const { formSubmissionId } = await submit();
    await relay();
    expect(await task(id)).toMatchObject({
      status: "COMPLETED",
      revision: 2,
      foreignRevision: 2,
      revisionBeforeRun: 1,
      changedByKind: "CLIENT",
      lateEvidence: false,
      completedAt: expect.any(Date),
    });
    expect(await history(id)).toMatchObject([
      {
        fromStatus: "PENDING",
        toStatus: "COMPLETED",
        reason: "FORM_SUBMITTED",
        metadata: { submissionId: formSubmissionId, taskRevision: 2 },
      },
    ]);
    expect(await day("2026-01-05")).toMatchObject({
      completedCount: 1,
      projectionVersion: 2,
      lateCount: 0,
      correctedAt: null,
    });
  });

  test("completes one check-in, however often the event is delivered", async () => {
    const ids = [await checkInOn("2026-01-05"), await checkInOn("2026-01-06")];
    await submit();
    const verdicts = [await deliver(), await deliver()];
    const atOnce = await Promise.all(Array.from({ length: 6 }, deliver));
    expect([...verdicts, ...atOnce]).toEqual([
      "COMPLETED",
      ...Array.from({ length: 7 }, () => null),
    ]);
    const statuses = await Promise.all(ids.map(async (id) => (await task(id)).status));
    expect(statuses).toEqual(["PENDING", "COMPLETED"]);
    expect(await eventsOf("DailyTaskCompleted")).toMatchObject([
      { subjectId: ids[1], version: 2, refs: { formAssignmentId, localDate: "2026-01-06" } },
      // One row only: the feed's.
    ]);
    expect(await eventsOf("CheckInMissWithdrawn")).toEqual([]);
  });

  test("completes the check-in that it names, and no other", async () => {
    const ids = [await checkInOn("2026-01-05"), await checkInOn("2026-01-06")];
    await submit({ taskId: ids[0] ?? "" });
    expect(await deliver()).toBe("COMPLETED");
    const statuses = await Promise.all(ids.map(async (id) => (await task(id)).status));
    expect(statuses).toEqual(["COMPLETED", "PENDING"]);
  });

  test("is refused and not stored if it names a task that is not a check-in of its form", async () => {
    await expect(submit({ taskId: newId() })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const other = (await buildFormAssignment(em, client, { content: formOf({ kind: "TEXT" }) })).id;
    const ofOther = await buildCheckIn(em, client, {
      formAssignmentId: other,
      localDate: "2026-01-05",
    });
    await expect(submit({ taskId: ofOther })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const elsewhere = await buildAgendaOwner(em);
    const foreign = await buildCheckIn(em, elsewhere, {
      formAssignmentId,
      localDate: "2026-01-05",
    });
    await expect(submit({ taskId: foreign })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await submit()).status).toBe("SUBMITTED");
  });

  test("changes nothing if no check-in asked for it", async () => {
    await submit();
    expect(await deliver()).toBeNull();
  });
});

describe("A skipped check-in", () => {
  const SKIP_EVENTS = ["ClientSkipNeedsAttention", "ClientSkipWithdrawn"] as const;
  const listEvents = async () => {
    const rows = await em
      .fork()
      .find(OutboxRow, { type: { $in: [...SKIP_EVENTS] }, consumer: "event-feed" });
    return rows
      .filter(({ refs }) => refs["relationshipId"] === client.relationshipId)
      .map(({ type, refs }) => ({ type, receiptId: refs["receiptId"] }));
  };
  const skipped = async (taskId: string) => {
    const deviceId = await buildDevice(em, client.clientUserId);
    const phone = { ...client, deviceId };
    const send = async (type: string, payload: Record<string, unknown>, expectedRevision = 1) => {
      const operation = queued(type, { taskId, ...payload }, { expectedRevision });
      return (await sendBatch(admissionDeps(em), phone, [operation])).results[0];
    };
    const settle = () => settleAll(settlementDeps(em), phone);
    const skip = await send("quick-log.skip", { reason: "PAIN_OR_INJURY" });
    expect(skip?.status).toBe("ACCEPTED");
    const named = { undoesClientOperationId: String(skip?.clientOperationId) };
    const undo = (revision: number) => send("quick-log.undo", named, revision);
    return { receiptId: String(skip?.receiptId), settle, undo };
  };

  test("is completed by its form; the skip no longer counts and is withdrawn once", async () => {
    const id = await checkInOn("2026-01-05");
    const { receiptId, settle, undo } = await skipped(id);
    await settle();
    expect(await listEvents()).toEqual([{ type: "ClientSkipNeedsAttention", receiptId }]);
    await submit();
    expect([await deliver(), await deliver()]).toEqual(["COMPLETED", null]);
    expect(await task(id)).toMatchObject({ status: "COMPLETED", revision: 3 });
    expect(await day("2026-01-05")).toMatchObject({ completedCount: 1, skippedCount: 0 });
    expect(await listEvents()).toEqual([
      { type: "ClientSkipNeedsAttention", receiptId },
      { type: "ClientSkipWithdrawn", receiptId },
    ]);
    expect(await undo(3)).toMatchObject({ rejectionCode: "UNDO_SUPERSEDED" });
    await settle();
    expect(await listEvents()).toHaveLength(2);
    expect(await task(id)).toMatchObject({ status: "COMPLETED", revision: 3 });
  });

  test("does not reach the coach once its form has come, even if it is settled later", async () => {
    const id = await checkInOn("2026-01-05");
    const { receiptId, settle } = await skipped(id);
    await submit({ taskId: id });
    expect(await deliver()).toBe("COMPLETED");
    await settle();
    expect(await listEvents()).toEqual([{ type: "ClientSkipWithdrawn", receiptId }]);
  });

  test("whose skip was undone is completed and withdraws that skip", async () => {
    const id = await checkInOn("2026-01-05");
    const { receiptId, settle, undo } = await skipped(id);
    expect(await undo(2)).toMatchObject({ status: "ACCEPTED" });
    await submit();
    expect(await deliver()).toBe("COMPLETED");
    await settle();
    expect(await listEvents()).toEqual([{ type: "ClientSkipWithdrawn", receiptId }]);
  });

  test("of a closed day is late evidence if the form was filled in before the close", async () => {
    const id = await checkInOn("2026-01-05");
    const { receiptId } = await skipped(id);
    const closedAt = await clockNow(em.fork());
    const { relationshipId } = client;
    await em.fork().nativeUpdate(AgendaDay, { relationshipId }, { closedAt });
    await submit({ recordedAt: new Date(closedAt.getTime() - HOUR_MS) });
    expect(await deliver()).toBe("LATE");
    expect(await day("2026-01-05")).toMatchObject({ lateCount: 1, completedCount: 1 });
    expect(await eventsOf("CheckInMissWithdrawn")).toEqual([]);
    expect(await listEvents()).toEqual([{ type: "ClientSkipWithdrawn", receiptId }]);
  });
});

describe("On a closed day", () => {
  const ago = (ms: number) => new Date(now.getTime() - ms);

  test("a submission filled in before the close completes its check-in", async () => {
    const id = await checkInOn("2026-01-05", ago(HOUR_MS));
    await submit({ recordedAt: ago(2 * HOUR_MS) });
    expect(await deliver()).toBe("LATE");
    expect(await task(id)).toMatchObject({ status: "COMPLETED", lateEvidence: true, revision: 2 });
    expect(await day("2026-01-05")).toMatchObject({
      closedAt: ago(HOUR_MS),
      correctedAt: expect.any(Date),
      lateCount: 1,
      completedCount: 1,
      missedCount: 0,
    });
    expect((await history(id)).map(({ metadata }) => metadata)).toMatchObject([
      { clockConfidence: "ESTIMATED", recordedAt: expect.any(String) },
    ]);
    expect(await eventsOf("DailyTaskCompleted")).toHaveLength(1);
    expect(await eventsOf("CheckInMissWithdrawn")).toMatchObject([
      { subjectId: client.relationshipId, refs: { localDate: "2026-01-05", missedCount: 0 } },
    ]);
  });

  test("the miss remains while another check-in of the day is missed", async () => {
    const closedAt = ago(HOUR_MS);
    await checkInOn("2026-01-05", closedAt);
    const other = (await buildFormAssignment(em, client, { content: formOf({ kind: "TEXT" }) })).id;
    const further = { formAssignmentId: other, localDate: "2026-01-05", closedAt };
    await buildCheckIn(em, client, further);
    await submit({ recordedAt: ago(2 * HOUR_MS) });
    expect(await deliver()).toBe("LATE");
    expect(await eventsOf("CheckInMissWithdrawn")).toEqual([]);
  });

  test.each<readonly [string, () => SubmissionOptions]>([
    ["filled in after the close", () => ({ recordedAt: ago(HOUR_MS / 2) })],
    ["that does not say when it was filled in", () => ({})],
    ["filled in before the relationship began", () => ({ recordedAt: new Date("1970-01-01") })],
  ])("a submission %s changes nothing", async (_, options) => {
    const id = await checkInOn("2026-01-05", ago(HOUR_MS));
    await submit({ taskId: id, ...options() });
    expect(await deliver()).toBe("TASK_CLOSED");
    expect(await task(id)).toMatchObject({ status: "MISSED", revision: 1, lateEvidence: false });
    expect(await history(id)).toEqual([]);
    expect(await eventsOf("DailyTaskCompleted", "CheckInMissWithdrawn")).toEqual([]);
  });

  test("a submission completes an open check-in of another day first", async () => {
    const closed = await checkInOn("2026-01-06", ago(HOUR_MS));
    const open = await checkInOn("2026-01-05");
    await submit({ recordedAt: ago(2 * HOUR_MS) });
    expect(await deliver()).toBe("COMPLETED");
    expect([(await task(closed)).status, (await task(open)).status]).toEqual([
      "MISSED",
      "COMPLETED",
    ]);
  });
});

function checkInOn(localDate: string, closedAt?: Date) {
  return buildCheckIn(em, client, {
    formAssignmentId,
    localDate,
    ...(closedAt !== undefined && { closedAt }),
  });
}

interface SubmissionOptions {
  readonly taskId?: string;
  readonly recordedAt?: Date;
}

function submit({ taskId, recordedAt }: SubmissionOptions = {}) {
  return transact(em, (tx) =>
    submitForm(tx, {
      formAssignmentId,
      clientUserId: client.clientUserId,
      answers: {},
      requestId: "submission",
      taskId,
      ...(recordedAt !== undefined && {
        clientRecordedAt: recordedAt.toISOString(),
        clientSentAt: new Date().toISOString(),
      }),
    }),
  );
}

/** The row of the submission that the consumer receives. */
async function lastEvent(): Promise<OutboxRow> {
  const where = { type: "FormSubmissionReceived", consumer: "event-feed" } as const;
  const rows = await em.fork().find(OutboxRow, where, { orderBy: { id: "desc" }, limit: 1 });
  const [row] = rows;
  if (row === undefined) throw new Error("Expected a FormSubmissionReceived row");
  return row;
}

async function deliver() {
  const { refs, occurredAt } = await lastEvent();
  return await transact(em, (tx) =>
    completeCheckIn(tx, { refs, occurredAt: occurredAt.toISOString(), requestId: "relay" }),
  );
}

function day(localDate: string) {
  return em.fork().findOneOrFail(AgendaDay, { relationshipId: client.relationshipId, localDate });
}

async function eventsOf(...types: readonly OutboxRow["type"][]) {
  const rows = await em
    .fork()
    .find(OutboxRow, { type: { $in: [...types] }, requestId: "relay", consumer: "event-feed" });
  return rows.filter(({ refs }) => refs["relationshipId"] === client.relationshipId);
}

import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import {
  type SourceEventAnswer,
  sourceEventAnswerSchema,
} from "../../contract/inbox/source-event-schema.ts";
import { SourceEvent } from "../../db/inbox/source-events/source-event.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import { useInboxDesk } from "../factories/inbox/inbox-desk.ts";
import { type Phone, refusalOf } from "../factories/sync/phone.ts";
import { MACHINE_CLAIMS } from "../harness/test-issuer.ts";

const desk = await useInboxDesk();
const token = await desk.issuer.sign({ claims: MACHINE_CLAIMS });

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

describe("An event from another system (docs/rooms/inbox.md#outside)", () => {
  test("opens a task with its score, due in a day; a second message refreshes it, a reply closes it", async () => {
    const phone = await desk.phone();
    const subjectId = randomUUID();
    const first = await accepted(message(phone, { subjectId }));
    expect(first).toEqual({ outcome: "OPENED", taskId: expect.any(String) });
    const [task] = await desk.list(phone);
    expect(task).toMatchObject({
      taskId: first.taskId,
      taskType: "MESSAGE_FOLLOW_UP",
      score: { base: 75, severity: 0 },
      summary: { code: "MESSAGE_WAITS" },
      closes: { code: "MESSAGE_REPLIED" },
      route: `/clients/${phone.relationshipId}/messages/${subjectId}`,
    });
    expect(Date.parse(task?.dueAt ?? "") - Date.now()).toBeCloseTo(86_400_000, -5);
    const again = message(phone, { subjectId, severity: "HIGH", occurredAt: ago(4) });
    expect(await accepted(again)).toEqual({ outcome: "REFRESHED", taskId: first.taskId });
    expect(await desk.list(phone)).toMatchObject([{ severity: "HIGH", occurrenceCount: 2 }]);
    const replied = { type: "ClientMessageReplied", subjectId, occurredAt: ago(1) };
    expect(await accepted(message(phone, replied))).toEqual({
      outcome: "RESOLVED",
      taskId: first.taskId,
    });
    expect(await desk.list(phone)).toEqual([]);
  });

  test("gets the first answer when repeated, even eight times at once; other content is refused", async () => {
    const phone = await desk.phone();
    const body = message(phone);
    const answers = await Promise.all(Array.from({ length: 8 }, () => accepted(body)));
    expect(new Set(answers.map(({ taskId }) => taskId)).size).toBe(1);
    expect(answers.map(({ outcome }) => outcome)).toEqual(Array.from(answers, () => "OPENED"));
    expect(await desk.list(phone)).toMatchObject([{ occurrenceCount: 1 }]);
    expect(await refused({ ...body, severity: "URGENT" })).toBe("409 SOURCE_EVENT_REUSED");
    expect(await eventsOf(phone)).toBe(1);
  });

  test("of a message with an earlier reply opens nothing; a message after the reply opens a task", async () => {
    const phone = await desk.phone();
    const subjectId = randomUUID();
    const replied = { type: "ClientMessageReplied", subjectId, occurredAt: ago(3) };
    expect(await accepted(message(phone, replied))).toEqual({ outcome: "IGNORED", taskId: null });
    expect(await accepted(message(phone, { subjectId, occurredAt: ago(4) }))).toMatchObject({
      outcome: "IGNORED",
    });
    expect(await desk.list(phone)).toEqual([]);
    expect(await accepted(message(phone, { subjectId, occurredAt: ago(2) }))).toMatchObject({
      outcome: "OPENED",
    });
  });

  test("may set a due date, which never moves later", async () => {
    const phone = await desk.phone();
    const subjectId = randomUUID();
    const dueAt = new Date(Date.now() + 3_600_000).toISOString();
    await accepted(message(phone, { subjectId, dueAt }));
    await accepted(message(phone, { subjectId, occurredAt: ago(1) }));
    expect(await desk.list(phone)).toMatchObject([{ dueAt, occurrenceCount: 2 }]);
  });

  test("of an ended relationship is ignored, and of an unknown one or another workspace not found", async () => {
    const [phone, other] = [await desk.phone(), await desk.phone()];
    await setRelationshipStatus(desk.api.deps.database.em, phone.relationshipId, "ENDED");
    expect(await accepted(message(phone))).toEqual({ outcome: "IGNORED", taskId: null });
    expect(await refused(message(other, { relationshipId: randomUUID() }))).toBe("404 NOT_FOUND");
    const { workspaceId } = phone.pair;
    expect(await refused(message(other, { workspaceId }))).toBe("404 NOT_FOUND");
    expect(await eventsOf(other)).toBe(0);
  });

  test("is refused if it is malformed, in the future, contains text, or comes from a person", async () => {
    const phone = await desk.phone();
    const nextYear = new Date(Date.now() + 366 * 86_400_000).toISOString();
    const bad: readonly object[] = [
      { type: "ClientSentFlowers" },
      { occurredAt: nextYear },
      { dueAt: nextYear },
      { summary: "She writes that her knee hurts" },
      { source: "Messaging system" },
      { eventId: "1" },
      { severity: "TERRIBLE" },
    ];
    for (const changes of bad)
      expect(await refused(message(phone, changes))).toBe("400 VALIDATION_FAILED");
    expect(await refused(message(phone), phone.pair.coachToken)).toBe("403 FORBIDDEN");
    expect((await desk.api.call("POST", "/api/v1/internal/source-events", {})).status).toBe(401);
    expect(await eventsOf(phone)).toBe(0);
  });
});

/** A message of a client as another system reports it. */
function message({ pair }: Phone, changes: object = {}) {
  return {
    source: "messaging",
    eventId: randomUUID(),
    type: "ClientMessageNeedsReply",
    workspaceId: pair.workspaceId,
    relationshipId: pair.relationshipId,
    subjectId: randomUUID(),
    occurredAt: ago(5),
    ...changes,
  };
}

function post(body: unknown, by = token) {
  return desk.api.call("POST", "/api/v1/internal/source-events", { body, token: by });
}

async function accepted(body: unknown): Promise<SourceEventAnswer> {
  return sourceEventAnswerSchema.parse((await post(body)).data);
}

async function refused(body: unknown, by?: string) {
  const { status, code } = refusalOf(await post(body, by));
  return `${status} ${code}`;
}

function eventsOf({ relationshipId }: Phone) {
  return desk.api.deps.database.em.fork().count(SourceEvent, { relationshipId });
}

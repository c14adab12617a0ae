import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import pino from "pino";
import { mapSubmission } from "../../activities/forms/map-submission.ts";
import { submitForm } from "../../activities/forms/submit-form.ts";
import { saveClientProfile } from "../../activities/relationships/save-client-profile.ts";
import { type Lane, relayPass } from "../../activities/outbox/relay-pass.ts";
import type { Answers } from "../../contract/forms/content-schema.ts";
import { ClientProfile } from "../../db/accounts/client-profile.ts";
import { Relationship } from "../../db/relationships/relationship.ts";
import { User } from "../../db/accounts/user.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { buildFormAssignment } from "../factories/forms/assigned-forms.ts";
import { buildAgendaOwner } from "../factories/agenda/agenda-owner.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { createDeliveries } from "../../workers/relay/create-deliveries.ts";
import { hooks } from "../../workers/hooks.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase(), { poolSize: 10 });

const log = pino({ level: "silent" });
const mailer = { send: async () => {} };
const deliveries = createDeliveries({
  em,
  wakeActor: async () => null,
  feed: { publish: async () => {} },
  notifying: { mailer, push: { FCM: null, APNS: null }, log },
  hooks,
  mailing: { em, mailer, invitationKey: new Uint8Array(32), publicUrl: "http://127.0.0.1" },
});
const lane: Lane = { name: "test", consumers: ["form-mapping"], limit: 100 };

let client: Awaited<ReturnType<typeof buildAgendaOwner>>;
beforeEach(async () => {
  client = await buildAgendaOwner(em, { status: "ONBOARDING" });
});

const ALL = { goal: " Run ten kilometres ", birth: "1990-04-02", height: 172 };

const profile = () => em.fork().findOneOrFail(ClientProfile, { userId: client.clientUserId });
const relationship = () => em.fork().findOneOrFail(Relationship, client.relationshipId);

describe("Answers to questions that fill profile fields", () => {
  test("are stored as if the client had saved the profile, and complete the baseline", async () => {
    const before = await profile();
    const submissionId = await submitted(ALL);
    expect(await deliver(submissionId)).toEqual({ keptCount: 3, refusedCount: 0 });
    const { displayName, timezone, locale } = before;
    expect(await profile()).toMatchObject({ displayName, timezone, locale });
    const answers = { goal: "Run ten kilometres", birthDate: "1990-04-02", heightCm: 172 };
    expect(await profile()).toMatchObject(answers);
    expect((await relationship()).status).toBe("ACTIVE");
    const { relationshipId: subjectId } = client;
    const type = "CoachClientRelationshipActivated";
    expect(await em.fork().count(OutboxRow, { type, subjectId, consumer: "event-feed" })).toBe(1);
  });

  test("are counted in the event, without their contents", async () => {
    const submissionId = await submitted(ALL);
    await deliver(submissionId);
    const [event, ...more] = await eventsOf(submissionId);
    expect(more).toEqual([]);
    const { workspaceId, relationshipId } = client;
    expect(event?.refs).toEqual({
      workspaceId,
      relationshipId,
      submissionId,
      formAssignmentId: expect.any(String),
      keptCount: 3,
      refusedCount: 0,
    });
  });

  test("that the profile would refuse are left out and counted", async () => {
    const submissionId = await submitted({
      goal: "x".repeat(1_001),
      birth: "2199-01-01",
      height: 49,
    });
    expect(await deliver(submissionId)).toEqual({ keptCount: 0, refusedCount: 3 });
    const untouched = { goal: null, birthDate: null, heightCm: null };
    expect(await profile()).toMatchObject(untouched);
    const partly = await submitted({ goal: "Run", birth: "1899-12-31", height: 180 });
    expect(await deliver(partly)).toEqual({ keptCount: 2, refusedCount: 1 });
    expect(await profile()).toMatchObject({ goal: "Run", birthDate: null, heightCm: 180 });
    expect((await relationship()).status).toBe("ONBOARDING");
  });

  test("change no field without an answer", async () => {
    await save({ birthDate: "1990-04-02", goal: "Swim" });
    expect(await deliver(await submitted({ goal: "Run" }))).toMatchObject({ keptCount: 1 });
    expect(await profile()).toMatchObject({ birthDate: "1990-04-02", goal: "Run" });
  });

  test("of an unknown submission or an erased client change nothing", async () => {
    expect(await deliver(randomUUID())).toBeNull();
    const submissionId = await submitted(ALL);
    await em.fork().nativeUpdate(User, { id: client.clientUserId }, { deletedAt: new Date() });
    expect(await deliver(submissionId)).toBeNull();
    expect((await profile()).goal).toBeNull();
  });
});

test("The relay stores mapped answers after FormSubmissionReceived", async () => {
  await submitted(ALL);
  const { signal } = new AbortController();
  const handed = await relayPass({ em, deliveries }, lane, signal);
  expect(handed.map(({ failure }) => failure)).not.toContainEqual(expect.anything());
  expect(await profile()).toMatchObject({ birthDate: "1990-04-02", heightCm: 172 });
});

describe("Mapped answers that are delivered again or late", () => {
  test("are stored once", async () => {
    const submissionId = await submitted(ALL);
    const results = await Promise.all(Array.from({ length: 8 }, () => deliver(submissionId)));
    expect(results.filter((result) => result !== null)).toHaveLength(1);
    expect(await eventsOf(submissionId)).toHaveLength(1);
  });

  test("overwrite nothing that the client changed since", async () => {
    const submissionId = await submitted(ALL);
    await save({ goal: "Swim" });
    expect(await deliver(submissionId)).toBeNull();
    expect(await profile()).toMatchObject({ goal: "Swim", heightCm: null });
    const again = await submitted({ goal: "Row" });
    await deliver(again);
    await save({ goal: "Climb", heightCm: 170 });
    for (const id of [again, submissionId]) expect(await deliver(id)).toBeNull();
    expect(await profile()).toMatchObject({ goal: "Climb", heightCm: 170 });
  });

  test.each([["in their order"], ["in reverse order"]])(
    "end with the later of two submissions delivered %s",
    async (order) => {
      const ids = [await submitted({ goal: "First" }), await submitted({ goal: "Second" })];
      for (const id of order === "in their order" ? ids : ids.toReversed()) await deliver(id);
      expect((await profile()).goal).toBe("Second");
    },
  );
});

async function submitted(answers: Answers): Promise<string> {
  const { id } = await buildFormAssignment(em, client);
  const { clientUserId } = client;
  const submitting = { formAssignmentId: id, clientUserId, answers, requestId: null };
  const { formSubmissionId } = await transact(em, (tx) => submitForm(tx, submitting));
  return formSubmissionId;
}

function deliver(submissionId: string) {
  return transact(em, (tx) =>
    mapSubmission(tx, { submissionId, requestId: "relay" }, hooks.relationships),
  );
}

function eventsOf(subjectId: string) {
  return em.fork().find(OutboxRow, { type: "FormAnswersMapped", subjectId });
}

async function save(changes: object): Promise<void> {
  const { displayName, timezone, locale, birthDate, heightCm, goal } = await profile();
  const kept = { displayName, timezone, locale, birthDate, heightCm, goal, ...changes };
  const saving = { userId: client.clientUserId, profile: kept, requestId: null };
  await transact(em, (tx) => saveClientProfile(tx, saving, hooks.relationships));
}

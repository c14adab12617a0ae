import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { actOnTask } from "../../activities/inbox/acts/act-on-task.ts";
import { resolveTask } from "../../activities/inbox/acts/resolve-task.ts";
import { UNDO_CLOSE } from "../../activities/inbox/acts/undo-close.ts";
import { settleInboxTask } from "../../activities/inbox/actor/settle-inbox-task.ts";
import { foreseeNudges } from "../../activities/inbox/nudge.ts";
import { settleSources } from "../../activities/inbox/settle-sources.ts";
import { savePreferences } from "../../activities/notifications/save-preferences.ts";
import { Refusal } from "../../contract/refusal.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { CoachTask } from "../../db/inbox/coach-task.ts";
import { Notification } from "../../db/notifications/notification.ts";
import { OnboardingInstance } from "../../db/onboarding/onboarding-instance.ts";
import { OnboardingTask } from "../../db/onboarding/onboarding-task.ts";
import { openDatabase } from "../../db/open-database.ts";
import { Relationship } from "../../db/relationships/relationship.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { addDays } from "../../rules/local-day.ts";
import { DEFAULT_PREFERENCES } from "../../rules/notifications/judge-notification.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import { buildCheckIn } from "../factories/agenda/check-ins.ts";
import { coachPhone, queuedAct, sendAsCoach } from "../factories/inbox/coach-phone.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import {
  type NotificationRelay,
  startNotificationRelay,
} from "../factories/notifications/notification-relay.ts";
import { setClock } from "../factories/set-clock.ts";
import { admissionDeps, buildScope, type BuiltScope } from "../factories/sync/sync.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";

const { appUrl, ownerUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 8, applicationName: "nudges" });
const { em } = database;
const MINUTE_MS = 60_000;
const ROUNDS = campaignSize("RACE_ROUNDS", 3);
const noon = new Date();
noon.setUTCHours(12, 0, 0, 0);

let relay: NotificationRelay;
let scope: BuiltScope;
let task: CoachTask;
let missedId: string;
beforeEach(async () => {
  await clockAt(0);
  relay = await startNotificationRelay(database);
  scope = await buildScope(em);
  await em.fork().nativeUpdate(Relationship, scope.relationshipId, { timezone: "UTC" });
  await em.fork().execute("delete from outbox");
  task = await miss(9);
});
afterEach(() => relay.close());
afterAll(() => database.close());

describe("The nudge of a task that was resolved as NUDGE_SENT (docs/rooms/inbox.md#nudges)", () => {
  test("is sent once its undo is over, once, and the answer says so beforehand", async () => {
    expect(await nudge()).toMatchObject({ outcome: "SEND", reason: "ALLOWED" });
    expect(await settle(9.9)).toMatchObject({ dueReason: "NUDGE", did: [], open: true });
    expect(await settle(10.1)).toMatchObject({ did: ["NUDGE_SEND", "ALLOWED"], open: false });
    await Promise.all([settle(10.1), settle(11)]);
    await relay.drain();
    expect(relay.letters).toHaveLength(1);
    expect(await decided()).toEqual(["CHECK_IN_NUDGE SEND ALLOWED"]);
  });

  test("is never sent after an undo, whatever happens at once when its ten minutes end", async () => {
    await nudge();
    await clockAt(9.9);
    await undo();
    expect(await settle(10.1)).toMatchObject({ did: [], open: true });
    expect(await decided()).toEqual([]);
    for (let round = 0; round < ROUNDS; round += 1) {
      await clockAt(20 * round + 10);
      await nudge();
      await clockAt(20 * round + 20.1);
      const [, undone] = await Promise.all([settleNow(), undo().catch(codeOf), settleNow()]);
      expect(undone).toBe("STATE_CONFLICT");
      expect(await decided()).toHaveLength(1);
      await em.fork().nativeDelete(Notification, { recipientUserId: scope.clientUserId });
      const reopened = { status: "OPEN", resolutionType: null, closedAt: null } as const;
      const unnudged = { nudgeAt: null, nudgeNotificationId: null };
      await em.fork().nativeUpdate(CoachTask, task.id, { ...reopened, ...unnudged });
    }
  });

  test("waits for the end of quiet hours, and is not sent if a check-in has come meanwhile", async () => {
    await clockAt(10 * 60);
    expect(await nudge()).toMatchObject({ outcome: "DEFER", reason: "QUIET_HOURS" });
    expect(await settle(10 * 60 + 10.1)).toMatchObject({ did: ["NUDGE_DEFER", "QUIET_HOURS"] });
    await em.fork().nativeUpdate(AgendaTask, missedId, { status: "COMPLETED" });
    await clockAt(20 * 60 + 1);
    await relay.drain();
    expect(await decided()).toEqual(["CHECK_IN_NUDGE SUPPRESS NOTHING_LEFT"]);
    expect(relay.letters).toEqual([]);
  });

  test("is sent once a local day of its delivery, counted with reminders and nudges of the questionnaire", async () => {
    const { clientUserId: recipientUserId, relationshipId } = scope;
    const localDate = noon.toISOString().slice(0, 10);
    const asked = { recipientUserId, relationshipId, localDate, verdict: "ASK" } as const;
    await relay.decide({ ...asked, category: "ONBOARDING_REMINDER" });
    expect(await nudge()).toMatchObject({ outcome: "SUPPRESS", reason: "ALREADY_TOLD" });
    expect(await settle(10.1)).toMatchObject({ did: ["NUDGE_SUPPRESS", "ALREADY_TOLD"] });
    // In quiet hours it belongs to the next day; there it is the first, and the reminder comes after it.
    await clockAt(10 * 60);
    task = await miss(8);
    await nudge();
    expect(await settle(10 * 60 + 10.1)).toMatchObject({ did: ["NUDGE_DEFER", "QUIET_HOURS"] });
    task = await miss(7);
    await nudge();
    expect(await settle(10 * 60 + 20.3)).toMatchObject({ did: ["NUDGE_SUPPRESS", "ALREADY_TOLD"] });
    await clockAt(22 * 60);
    const next = { ...asked, localDate: addDays(localDate, 1) };
    await relay.decide({ ...next, category: "ONBOARDING_REMINDER" });
    expect((await decided()).toSorted()).toEqual([
      "CHECK_IN_NUDGE DEFER QUIET_HOURS",
      "CHECK_IN_NUDGE SUPPRESS ALREADY_TOLD",
      "CHECK_IN_NUDGE SUPPRESS ALREADY_TOLD",
      "ONBOARDING_REMINDER SEND ALLOWED",
      "ONBOARDING_REMINDER SUPPRESS ALREADY_TOLD",
    ]);
  });

  test.each([
    ["muted it", "MUTED"],
    ["is paused", "RELATIONSHIP_INACTIVE"],
  ])("is not sent to a client who %s meanwhile", async (_, reason) => {
    await nudge();
    if (reason === "MUTED") {
      const preferences = { ...DEFAULT_PREFERENCES, mutedCategories: ["CHECK_IN_NUDGE"] as const };
      const { clientUserId: userId } = scope;
      await transact(em, (tx) => savePreferences(tx, { userId, preferences }));
    } else await setRelationshipStatus(em, scope.relationshipId, "PAUSED");
    expect(await settle(10.1)).toMatchObject({ did: ["NUDGE_SUPPRESS", reason] });
  });

  test("of an onboarding task counts as its reminder of that day", async () => {
    const { workspaceId, relationshipId, clientUserId, coachUserId } = scope;
    const people = { workspaceId, relationshipId, clientUserId, coachUserId };
    const instance = await em.fork().findOneOrFail(OnboardingInstance, { relationshipId });
    const baseline = { instanceId: instance.id, taskType: "BASELINE" } as const;
    const open = { status: "READY", completedAt: null } as const;
    await em.fork().nativeUpdate(OnboardingTask, baseline, open);
    const { id: sourceId } = await em.fork().findOneOrFail(OnboardingTask, baseline);
    task = await putCoachTask(em, people, {
      taskType: "MESSAGE_FOLLOW_UP",
      sourceKind: "QUESTIONNAIRE",
      sourceId,
    });
    await nudge();
    expect(await settle(10.1)).toMatchObject({ did: ["NUDGE_SEND", "ALLOWED"] });
    const localDate = noon.toISOString().slice(0, 10);
    const about = { recipientUserId: clientUserId, relationshipId, subjectId: sourceId };
    await relay.decide({ ...about, localDate, verdict: "ASK", category: "ONBOARDING_REMINDER" });
    expect(await decided()).toEqual([
      "ONBOARDING_NUDGE SEND ALLOWED",
      "ONBOARDING_REMINDER SUPPRESS ALREADY_TOLD",
    ]);
  });

  test("that a phone queued counts its ten minutes from the arrival", async () => {
    const phone = await coachPhone(em, scope);
    const recorded = new Date(noon.getTime() - 60 * MINUTE_MS).toISOString();
    const operation = queuedAct(
      "resolve",
      task.id,
      { resolutionType: "NUDGE_SENT" },
      { clientRecordedAt: recorded, expectedRevision: task.revision },
    );
    const { results } = await sendAsCoach(admissionDeps(em), scope, phone, [operation]);
    expect(results).toMatchObject([{ status: "ACCEPTED" }]);
    const { nudgeAt, closedAt } = await em.fork().findOneOrFail(CoachTask, task.id);
    expect(nudgeAt?.getTime()).toBe((closedAt?.getTime() ?? 0) + 10 * MINUTE_MS);
    expect(closedAt?.getTime()).toBeGreaterThanOrEqual(noon.getTime());
  });
});

/** Another missed check-in, and the task that covers it. */
async function miss(days: number): Promise<CoachTask> {
  const { relationshipId, agenda } = scope;
  const localDate = addDays(agenda.localDate, -days);
  const check = { formAssignmentId: randomUUID(), localDate, closedAt: noon };
  missedId = await buildCheckIn(em, { ...scope, timezone: "UTC" }, check);
  const about = {
    relationshipIds: [relationshipId],
    kinds: ["CHECK_IN"] as const,
    oldestDate: null,
  };
  await transact(em, (tx) => settleSources(tx, { ...about, causes: new Map(), requestId: null }));
  return await em
    .fork()
    .findOneOrFail(CoachTask, { relationshipId, status: "OPEN", taskType: "MISSED_CHECK_IN" });
}

function acting() {
  const { workspaceId, coachUserId: byUserId } = scope;
  return { workspaceId, taskId: task.id, byUserId, expectedRevision: null, requestId: "test" };
}

/** Resolves the task, and returns what its answer says. */
function nudge() {
  const resolution = { resolutionType: "NUDGE_SENT", note: null, linkedActionId: null } as const;
  return transact(em, async (tx) => {
    const acted = await actOnTask(tx, acting(), resolveTask(resolution));
    return (await foreseeNudges(tx, [acted.task])).get(acted.task.id);
  });
}

function undo() {
  return transact(em, (tx) => actOnTask(tx, acting(), UNDO_CLOSE));
}

const codeOf = (error: unknown) => (error instanceof Refusal ? error.code : String(error));

function settleNow() {
  return settleInboxTask(em, { taskId: task.id });
}

/** Settles the task so many minutes after noon. */
async function settle(minutes: number) {
  await clockAt(minutes);
  return await settleNow();
}

function clockAt(minutes: number) {
  return setClock(ownerUrl, new Date(noon.getTime() + minutes * MINUTE_MS));
}

/** Decisions about the client, oldest first. */
async function decided() {
  const request = { recipientUserId: scope.clientUserId };
  const rows = await em.fork().find(Notification, request, { orderBy: { decidedAt: "asc" } });
  return rows.map(({ category, outcome, reason }) => `${category} ${outcome} ${reason}`);
}

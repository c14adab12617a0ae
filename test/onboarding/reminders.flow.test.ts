import { afterAll, describe, expect, test } from "@jest/globals";
import { Worker } from "@temporalio/worker";
import pino from "pino";
import { saveClientProfile } from "../../activities/relationships/save-client-profile.ts";
import { createSettlingActs } from "../../activities/outbox/register-actor.ts";
import { actors } from "../../workers/actors.ts";
import { sendFile } from "../factories/invitations/csv-file.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import { actorWaker } from "../../activities/outbox/wake-actor.ts";
import { invitationActor } from "../../contract/invitations/invitation-actor.ts";
import { NEW_COACH_INVITATIONS_PER_DAY } from "../../contract/invitations/vocabulary.ts";
import type { WakeReason } from "../../contract/outbox/vocabulary.ts";
import { Invitation } from "../../db/invitations/invitation.ts";
import { newId } from "../../db/platform/new-id.ts";
import { OnboardingTask } from "../../db/onboarding/onboarding-task.ts";
import { Relationship } from "../../db/relationships/relationship.ts";
import { openDatabase } from "../../db/open-database.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import type { RelationshipZone } from "../../rules/relationships/relationship-zone.ts";
import type { AgendaView } from "../../workflows/actor-state.ts";
import { hooks } from "../../workers/hooks.ts";
import { installRuntime } from "../../workers/worker/install-runtime.ts";
import { eventually } from "../factories/eventually.ts";
import { buildCoach } from "../factories/accounts/identity.ts";
import {
  buildOnboarded,
  listReminders,
  move,
  skip,
  submit,
  traces,
  type Onboarded,
} from "../factories/onboarding/onboarding-life.ts";
import { registerTestAttributes } from "../factories/workers/register-test-attributes.ts";
import {
  changesClocks,
  predictReminders,
  REMINDED_ZONES,
} from "../factories/onboarding/reminder-calendar.ts";
import { setClock } from "../factories/set-clock.ts";
import { testBundle } from "../factories/workers/test-bundle.ts";
import { travelTo, type TimeTravel } from "../factories/workers/time-travel.ts";
import { retryWakes } from "../factories/outbox/retry-wakes.ts";
import { isWholeCalendar } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { openTimeSkipping } from "../harness/time-skipping.ts";
import { chooseZoneAt } from "../factories/relationships/choose-zone-at.ts";

const { appUrl, ownerUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 12, applicationName: "test" });
const { em } = database;
const log = pino({ level: "silent" });
installRuntime(log);
const env = await openTimeSkipping();
const taskQueue = "onboarding";
const wakeActor = retryWakes(actorWaker(env.client, taskQueue));
const travel: TimeTravel = { env, em, ownerUrl };

await registerTestAttributes(env.connection);
const worker = await Worker.create({
  connection: env.nativeConnection,
  taskQueue,
  workflowBundle: { codePath: await testBundle() },
  activities: createSettlingActs(actors, { ...settlementDeps(em), log }),
});
const running = worker.run();
afterAll(async () => {
  worker.shutdown();
  await running;
  await env.teardown();
  await database.close();
});

const DAY_MS = 86_400_000;
const later = (at: Date, days: number) => new Date(at.getTime() + days * DAY_MS);
const handleOf = ({ actorId }: Onboarded) => env.client.workflow.getHandle(actorId);

/**
 * Moves in the middle of the 45 days, from one zone to another. The ordinary run has only the one over the date line.
 * The rule's own test covers the due times in every zone; this one checks that the actor's timers follow them.
 */
const MOVES = [
  ...(isWholeCalendar()
    ? ([
        ["Europe/Berlin", "Asia/Tokyo"],
        ["Asia/Tokyo", "America/Los_Angeles"],
      ] as const)
    : []),
  ["Pacific/Kiritimati", "Pacific/Pago_Pago"],
] as const;

/** Zones whose clocks change in these days; America's change last in autumn, on the 7th of November. */
const CHANGING = ["Europe/Berlin", "America/New_York", "America/St_Johns", "America/Havana"];
const SOUTHERN = ["Australia/Lord_Howe", "Pacific/Chatham"];

/** Zones of the run: all, or one with a half-hour offset and changes in both seasons. */
const ZONES = isWholeCalendar() ? REMINDED_ZONES : (["America/St_Johns"] as const);

describe.each([
  ["spring", "2027-03-01T12:00:00Z", [...CHANGING, "America/Santiago", ...SOUTHERN]],
  ["autumn", "2027-09-25T12:00:00Z", [...CHANGING, ...SOUTHERN]],
])("the reminders of 45 days with a skipped questionnaire in %s", (_, start, changing) => {
  test(`follow a plain calendar exactly, in ${ZONES.length} of ${REMINDED_ZONES.length} zones, on the move and paused`, async () => {
    const since = new Date(start);
    const until = later(since, 45);
    expect(REMINDED_ZONES.filter((zone) => changesClocks(zone, since, until)).toSorted()).toEqual(
      changing.toSorted(),
    );
    await setClock(ownerUrl, since);
    const coach = await buildCoach(em);
    const settled: [Onboarded, RelationshipZone][] = [];
    for (const timezone of ZONES) {
      settled.push([await skipped(timezone, coach), inZone(timezone)]);
    }
    const movers = [];
    for (const [from] of MOVES) movers.push(await skipped(from, coach));
    const resting = await skipped("Europe/Berlin", coach);
    const finishing = await skipped("Asia/Kathmandu", coach);

    await travelTo(travel, later(since, 15));
    for (const [index, [, to]] of MOVES.entries()) {
      const mover = movers[index];
      if (mover !== undefined) settled.push([mover, await moveZone(mover, to)]);
    }
    await move(em, resting, "PAUSE");
    await wake(resting, "CoachClientRelationshipPaused", "LOOK");
    await submit(em, finishing);
    await wake(finishing, "FormSubmissionReceived", "NOTHING");

    await travelTo(travel, later(since, 25));
    await move(em, resting, "RESUME");
    await wake(resting, "CoachClientRelationshipResumed", "REMINDER");
    await travelTo(travel, until);

    for (const [onboarded, zone] of settled) {
      expect(await reminded(onboarded)).toEqual(predicted(zone, since, until));
    }
    const berlin = inZone("Europe/Berlin");
    expect(await reminded(resting)).toEqual([
      ...predicted(berlin, since, later(since, 15)),
      ...predicted(berlin, later(since, 25), until),
    ]);
    const kathmandu = inZone("Asia/Kathmandu");
    expect(await reminded(finishing)).toEqual(predicted(kathmandu, since, later(since, 15)));
    expect(await traces(em, finishing)).toMatchObject({ status: "COMPLETED", dueReason: null });
    await ended(finishing);

    for (const onboarded of [...settled.map(([it]) => it), resting]) {
      await submit(em, onboarded);
      await wake(onboarded, "FormSubmissionReceived", "NOTHING");
    }
    await travelTo(travel, later(until, 3));
    expect(await reminded(resting)).toHaveLength(
      predicted(berlin, since, later(since, 15)).length +
        predicted(berlin, later(since, 25), until).length,
    );
  }, 400_000);
});

describe("a baseline that is not filled in", () => {
  test("is reminded of on three mornings by the actor's own timer, and not after it is filled in", async () => {
    await setClock(ownerUrl, "2027-11-12T12:00:00Z");
    const built = { timezone: "Europe/Berlin", status: "ONBOARDING" } as const;
    const onboarded = await buildOnboarded(em, built);
    const { instanceId, client } = onboarded;
    await submit(em, onboarded);
    await wake(onboarded, "FormSubmissionReceived", "REMINDER");
    const { id: taskId } = await em
      .fork()
      .findOneOrFail(OnboardingTask, { instanceId, taskType: "BASELINE" });
    const baseline = { ...onboarded, taskId };
    await travelTo(travel, new Date("2027-11-20T12:00:00Z"));
    const days = [
      { localDate: "2027-11-13", at: "2027-11-13T09:00" },
      { localDate: "2027-11-15", at: "2027-11-15T09:00" },
      { localDate: "2027-11-19", at: "2027-11-19T09:00" },
    ];
    expect(await reminded(baseline)).toEqual(days);
    expect(await reminded(onboarded)).toEqual([]);
    const answers = { birthDate: "1990-02-03", heightCm: 172, goal: "Run ten kilometres" };
    const profile = { displayName: "Ana", timezone: "Europe/Berlin", locale: "en", ...answers };
    await transact(em, (tx) => {
      const saving = { userId: client.userId, profile, requestId: null };
      return saveClientProfile(tx, saving, hooks.relationships);
    });
    await wake(onboarded, "OnboardingTaskCompleted", "NOTHING");
    await travelTo(travel, new Date("2027-11-28T12:00:00Z"));
    expect(await reminded(baseline)).toEqual(days);
    await ended(onboarded);
  }, 60_000);
});

describe("an ended relationship", () => {
  test("has its onboarding purged after 30 days by the actor's own timer, and the actor ends", async () => {
    await setClock(ownerUrl, "2027-12-01T12:00:00Z");
    const onboarded = await skipped("Europe/Berlin", await buildCoach(em));
    await travelTo(travel, new Date("2027-12-04T12:00:00Z"));
    await move(em, onboarded, "END");
    await wake(onboarded, "CoachClientRelationshipEnded", "RETENTION");
    await travelTo(travel, new Date("2028-01-03T11:00:00Z"));
    expect(await traces(em, onboarded)).toMatchObject({
      status: "CANCELLED",
      taskStatus: "SKIPPED_FOR_NOW",
      dueReason: "RETENTION",
    });
    await travelTo(travel, new Date("2028-01-03T13:00:00Z"));
    expect(await traces(em, onboarded)).toMatchObject({ taskStatus: "EXPIRED", taskEvents: [] });
    expect(await reminded(onboarded)).toHaveLength(3);
    await env.sleep("2 minutes");
    await ended(onboarded);
  }, 60_000);
});

describe("an invitation of a file, beyond the daily quota", () => {
  test("is sent on its day, has a reminder three days before its end and a notice at its end by the actor's own timers, and the actor ends", async () => {
    const made = new Date("2028-03-01T12:00:00Z");
    await setClock(ownerUrl, made);
    const { workspaceId, userId: invitedByUserId } = await buildCoach(em);
    const people = Array.from(
      { length: NEW_COACH_INVITATIONS_PER_DAY + 1 },
      () => ({ kind: "EMAIL", value: `${newId()}@example.com` }) as const,
    );
    const outcomes = await sendFile(em, { workspaceId, invitedByUserId }, people);
    const { invitationId = null, outcome } = outcomes.at(-1) ?? {};
    expect(outcome).toBe("SCHEDULED");
    if (invitationId === null) throw new Error("No invitation was scheduled");
    const invitation = () => em.fork().findOneOrFail(Invitation, invitationId);
    const mailed = async () => {
      const mails = { subjectId: invitationId, consumer: "mail" } as const;
      const rows = await em.fork().find(OutboxRow, mails, { orderBy: { occurredAt: "asc" } });
      return rows.map(({ type, occurredAt }) => `${type} ${occurredAt.toISOString().slice(0, 13)}`);
    };
    const workflowId = invitationActor.idOf({ invitationId });
    const actor = env.client.workflow.getHandle(workflowId);
    const wakeOnboarding = async (reason: WakeReason, waitsFor: AgendaView["waitingFor"]) => {
      expect(await wakeActor({ workflowId, reason, id: invitationId, version: 0 })).toBeNull();
      await eventually(
        () => actor.query<AgendaView>("agenda"),
        ({ waitingFor }) => waitingFor === waitsFor,
      );
    };
    await wakeOnboarding("ClientInvitationScheduled", "SEND");

    await travelTo(travel, new Date("2028-03-02T11:00:00Z"));
    expect(await invitation()).toMatchObject({ status: "SCHEDULED" });
    expect(await mailed()).toEqual([]);
    await setClock(ownerUrl, "2028-03-02T12:01:00Z");
    await env.sleep("61 minutes");
    await eventually(invitation, ({ status }) => status === "ACTIVE");
    // The e-mail it sent wakes it too.
    await wakeOnboarding("ClientInvited", "REMINDER");
    await travelTo(travel, new Date("2028-03-13T11:00:00Z"));
    expect(await mailed()).toEqual(["ClientInvited 2028-03-02T12"]);
    await travelTo(travel, new Date("2028-03-13T13:00:00Z"));
    expect(await mailed()).toEqual([
      "ClientInvited 2028-03-02T12",
      "ClientInvitationReminded 2028-03-13T12",
    ]);
    const noticed = async () => {
      const notices = { subjectId: invitationId, consumer: "notifications" } as const;
      const rows = await em.fork().find(OutboxRow, notices, { orderBy: { occurredAt: "asc" } });
      return rows.map(({ type, occurredAt }) => `${type} ${occurredAt.toISOString().slice(0, 13)}`);
    };
    expect(await noticed()).toEqual(["ClientInvitationExpiring 2028-03-13T12"]);
    await travelTo(travel, new Date("2028-03-16T13:00:00Z"));
    expect(await noticed()).toEqual([
      "ClientInvitationExpiring 2028-03-13T12",
      "ClientInvitationExpired 2028-03-16T12",
    ]);
    await env.sleep("2 minutes");
    await eventually(
      () => actor.describe(),
      ({ status }) => status.name === "COMPLETED",
    );
  }, 60_000);
});

function inZone(timezone: string): RelationshipZone {
  return {
    timezone,
    nextTimezone: null,
    zoneChangesAt: null,
  };
}

/** Wakes the actor as the relay does, and waits until it has settled. */
async function wake(onboarded: Onboarded, reason: WakeReason, waitsFor: AgendaView["waitingFor"]) {
  const { actorId: workflowId, instanceId: id } = onboarded;
  expect(await wakeActor({ workflowId, reason, id, version: 0 })).toBeNull();
  await eventually(
    () => handleOf(onboarded).query<AgendaView>("agenda"),
    ({ waitingFor }) => waitingFor === waitsFor,
  );
}

function ended(onboarded: Onboarded) {
  return eventually(
    () => handleOf(onboarded).describe(),
    ({ status }) => status.name === "COMPLETED",
  );
}

/** A client of a zone who has skipped the questionnaire. */
async function skipped(timezone: string, coach: Awaited<ReturnType<typeof buildCoach>>) {
  const onboarded = await buildOnboarded(em, { timezone, coach });
  await skip(em, onboarded);
  await wake(onboarded, "OnboardingTaskSkipped", "REMINDER");
  return onboarded;
}

async function moveZone(onboarded: Onboarded, timezone: string): Promise<RelationshipZone> {
  const { relationshipId: id } = onboarded;
  const zone = chooseZoneAt(
    await em.fork().findOneOrFail(Relationship, id),
    timezone,
    await clockNow(em.fork()),
  );
  await em.fork().nativeUpdate(Relationship, { id }, zone);
  await wake(onboarded, "CoachClientRelationshipZoneChanged", "REMINDER");
  return zone;
}

/** Decisions made on time, to the minute: sent, or left out as one of many after the first week. */
async function reminded(onboarded: Onboarded) {
  const reminders = await listReminders(em, onboarded);
  const others = reminders.filter(
    ({ outcome, reason }) => outcome !== "SEND" && reason !== "TAPERED",
  );
  expect(others).toEqual([]);
  return reminders.map(({ localDate, at }) => ({ localDate, at: at.slice(0, 16) }));
}

function predicted(zone: RelationshipZone, since: Date, until: Date) {
  const firstDate = dayAfterSkip(zone, since);
  return predictReminders({ since, until, firstDate }, zone).map(({ localDate, at }) => ({
    localDate,
    at: at.toISOString().slice(0, 16),
  }));
}

/** The local day after the skip, by the platform's calendar. */
function dayAfterSkip({ timezone }: RelationshipZone, since: Date) {
  const today = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone }).format(since);
  return later(new Date(`${today}T00:00:00Z`), 1)
    .toISOString()
    .slice(0, 10);
}

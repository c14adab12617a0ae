import { beforeEach, describe, expect, test } from "@jest/globals";
import {
  endOwnRelationship,
  moveRelationship,
} from "../../activities/relationships/move-relationship.ts";
import { saveClientProfile } from "../../activities/relationships/save-client-profile.ts";
import {
  type SaveClientProfile,
  saveClientProfileSchema,
} from "../../contract/relationships/client-profile-schema.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { ClientProfile } from "../../db/accounts/client-profile.ts";
import { getOwnClientProfile } from "../../db/relationships/client-profile/queries.ts";
import { RelationshipEvent } from "../../db/relationships/relationship-event.ts";
import { Relationship } from "../../db/relationships/relationship.ts";
import { User } from "../../db/accounts/user.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { RelationshipScope } from "../../db/sync/relationship-scope.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { dayAfter, localDateOf, startOfLocalDay } from "../../rules/local-day.ts";
import { buildAgendaOwner } from "../factories/agenda/agenda-owner.ts";
import { buildRelationship } from "../factories/accounts/identity.ts";
import { scanAllCalendars } from "../factories/agenda/scan-all-calendars.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { buildAgenda } from "../factories/plans/plans.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { hooks } from "../../workers/hooks.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
beforeEach(() => moveClock(ownerUrl, 0));

const named = { displayName: "Ana Silva", timezone: "Europe/Berlin", locale: "en" };
const complete = { ...named, birthDate: "1990-02-28", heightCm: 168, goal: "Run 10 km" };

const parsed = (profile: object): SaveClientProfile => saveClientProfileSchema.parse(profile);
const get = (id: string) => em.fork().findOneOrFail(Relationship, { id });
const seqOf = async (id: string) => (await em.fork().findOneOrFail(RelationshipScope, id)).seq;

/** Moves the product's clock to an instant. */
const travelTo = (instant: Date) => moveClock(ownerUrl, (instant.getTime() - Date.now()) / 1000);

describe("the baseline", () => {
  test("ends onboarding once it is complete, in one transaction, once", async () => {
    const { client, relationshipId } = await buildRelationship(em, { status: "ONBOARDING" });
    for (const field of ["birthDate", "heightCm", "goal"]) {
      await save(client.userId, { ...complete, [field]: null });
      expect((await get(relationshipId)).status).toBe("ONBOARDING");
    }
    await save(client.userId, complete);
    expect((await get(relationshipId)).status).toBe("ACTIVE");
    await save(client.userId, complete);
    expect(await activations(relationshipId)).toBe(1);
    expect(await em.fork().find(RelationshipEvent, { relationshipId })).toMatchObject([
      { fromStatus: "ONBOARDING", toStatus: "ACTIVE", actorKind: "CLIENT", reason: null },
    ]);
    expect(await seqOf(relationshipId)).toBe(2);
    const event = await em.fork().findOneOrFail(OutboxRow, {
      subjectId: relationshipId,
      type: "CoachClientRelationshipActivated",
    });
    expect(JSON.stringify(event)).not.toMatch(/1990-\d\d-\d\d|[^\w.-]168[^\w-]|Run 10 km/);
  });

  test("completed during a pause makes the relationship resume as active", async () => {
    const { client, coach, workspaceId, relationshipId } = await buildRelationship(em, {
      status: "ONBOARDING",
    });
    const move = (act: "PAUSE" | "RESUME") =>
      transact(em, (tx) =>
        moveRelationship(
          tx,
          {
            act,
            workspaceId,
            relationshipId,
            byUserId: coach.userId,
            reason: "Away",
            requestId: null,
          },
          hooks.relationships,
        ),
      );
    await move("PAUSE");
    const { pausedAt } = await get(relationshipId);
    await save(client.userId, complete);
    expect(await get(relationshipId)).toMatchObject({
      status: "PAUSED",
      resumesAs: "ACTIVE",
      pausedAt,
    });
    await move("RESUME");
    expect((await get(relationshipId)).status).toBe("ACTIVE");
  });

  test("that loses fields later leaves the relationship active", async () => {
    const { client, relationshipId } = await buildRelationship(em, { status: "ONBOARDING" });
    await save(client.userId, complete);
    await save(client.userId, named);
    expect((await get(relationshipId)).status).toBe("ACTIVE");
    expect(await getOwnClientProfile(em.fork(), client.userId)).toMatchObject({
      birthDate: null,
      heightCm: null,
      goal: null,
      relationshipStatus: "ACTIVE",
    });
  });

  test("saved by ten requests at once ends onboarding once", async () => {
    const { client, relationshipId } = await buildRelationship(em, { status: "ONBOARDING" });
    await Promise.all(Array.from({ length: 10 }, () => save(client.userId, complete)));
    expect(await activations(relationshipId)).toBe(1);
  });

  test("that races with the end of the relationship never reopens it", async () => {
    for (let round = 0; round < campaignSize("RACE_ROUNDS", 5); round += 1) {
      const { client, relationshipId } = await buildRelationship(em, { status: "ONBOARDING" });
      const { userId: clientUserId } = client;
      await Promise.all([
        save(clientUserId, complete),
        transact(em, (tx) =>
          endOwnRelationship(
            tx,
            { clientUserId, reason: null, requestId: null },
            hooks.relationships,
          ),
        ),
      ]);
      expect((await get(relationshipId)).status).toBe("ENDED");
    }
  });

  test("with the same content writes nothing, not even a time", async () => {
    const { client } = await buildRelationship(em);
    const kept = async () => {
      const profile = await em.fork().findOneOrFail(ClientProfile, { userId: client.userId });
      return profile.updatedAt;
    };
    await save(client.userId, complete);
    const first = await kept();
    await save(client.userId, { ...complete, goal: "  Run 10 km " });
    expect(await kept()).toEqual(first);
    await save(client.userId, { ...complete, displayName: "Ana Lima" });
    expect((await em.fork().findOneOrFail(User, client.userId)).displayName).toBe("Ana Lima");
  });

  test("refuses a birth date in the future", async () => {
    const { client } = await buildRelationship(em);
    const tomorrow = dayAfter(localDateOf(new Date(), "Europe/Berlin"));
    const refused = save(client.userId, { ...complete, birthDate: tomorrow });
    await expect(refused).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      details: { errors: [{ pointer: "/birthDate" }] },
    });
  });
});

describe("a change of zone", () => {
  const datesOf = async (relationshipId: string, sourceId: string) => {
    const tasks = await em
      .fork()
      .find(AgendaTask, { relationshipId, sourceId }, { orderBy: { localDate: "asc" } });
    return tasks.map(({ localDate, timezone }) => [localDate, timezone]);
  };
  const sweep = () => scanAllCalendars(em);

  test.each([
    ["east", "America/New_York", "Asia/Tokyo"],
    ["west", "Asia/Tokyo", "America/New_York"],
    ["across the date line", "Pacific/Kiritimati", "Pacific/Pago_Pago"],
  ])("%s: the present day keeps its tasks, each day has them once", async (_, from, to) => {
    const owner = await buildAgendaOwner(em, { timezone: from });
    const { relationshipId } = owner;
    const { habit, localDate: today } = await buildAgenda(em, owner);
    const before = await seqOf(relationshipId);
    await save(owner.clientUserId, { ...named, timezone: to });
    expect(await seqOf(relationshipId)).toBe(before + 1);
    const changesAt = startOfLocalDay(dayAfter(today), from);
    expect(await getOwnClientProfile(em.fork(), owner.clientUserId)).toMatchObject({
      timezone: to,
      days: { timezone: from, nextTimezone: to, zoneChangesAt: changesAt.toISOString() },
    });
    await sweep();
    expect(await datesOf(relationshipId, habit.sourceId)).toEqual([[today, from]]);
    for (let hours = 0; hours <= 60; hours += 4) {
      await travelTo(new Date(changesAt.getTime() + hours * 3_600_000 + 1_000));
      await sweep();
    }
    const days = await datesOf(relationshipId, habit.sourceId);
    expect(days[0]).toEqual([today, from]);
    expect(new Set(days.slice(1).map(([, timezone]) => timezone))).toEqual(new Set([to]));
    const dates = days.map(([date]) => date);
    expect(new Set(dates).size).toBe(dates.length);
    expect(dates.length).toBeGreaterThanOrEqual(3);
    const { days: now } = await getOwnClientProfile(em.fork(), owner.clientUserId);
    expect(now).toEqual({ timezone: to, nextTimezone: null, zoneChangesAt: null });
  });

  test("without an effect wakes no device", async () => {
    const owner = await buildAgendaOwner(em, { timezone: "Europe/Berlin" });
    await save(owner.clientUserId, named);
    expect(await seqOf(owner.relationshipId)).toBe(1);
  });
});

function save(userId: string, profile: object) {
  return transact(em, (tx) =>
    saveClientProfile(
      tx,
      { userId, profile: parsed(profile), requestId: "save" },
      hooks.relationships,
    ),
  );
}

function activations(subjectId: string) {
  return em.fork().count(OutboxRow, { subjectId, type: "CoachClientRelationshipActivated" });
}

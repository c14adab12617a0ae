import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import { pino } from "pino";
import { awaitUsageOfAll } from "../../activities/exercises/media/await-usage-of-all.ts";
import { openMediaSession } from "../../activities/exercises/media/open-media-session.ts";
import { reconcileUsage } from "../../activities/exercises/media/reconcile-usage.ts";
import { reserveAccess } from "../../activities/exercises/media/reserve-access.ts";
import { findPlayable } from "../../db/exercises/media/find-playable.ts";
import { MediaAccess } from "../../db/exercises/media/media-access.ts";
import { MediaAccessEnd } from "../../db/exercises/media/media-access-end.ts";
import { MediaAllowance } from "../../db/exercises/media/media-allowance.ts";
import { UsageSnapshot } from "../../db/exercises/media/usage-snapshot.ts";
import { openDatabase } from "../../db/orm.ts";
import { transact } from "../../db/transact.ts";
import { type BuiltRelationship, buildRelationship } from "../factories/accounts/identity.ts";
import { buildMediaRoom, type MediaRoom, putExercise } from "../factories/exercises/media-room.ts";
import type { Behaviour } from "../factories/exercises/metered-provider.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";

const ROUNDS = campaignSize("RACE_ROUNDS", 4);
const { appUrl, ownerUrl, superuserUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 4, applicationName: "media sessions" });
const otherDatabase = openDatabase({
  url: appUrl,
  poolSize: 4,
  applicationName: "media sessions beside",
});
const { em } = database;
const HOUR = 3_600;
const DAY = 24 * HOUR;

let [first, second]: readonly BuiltRelationship[] = [];
beforeEach(async () => {
  await moveClock(ownerUrl, 0);
  // The hourly limit of a person counts requests to all providers.
  [first, second] = [await buildRelationship(em), await buildRelationship(em)];
});
afterAll(async () => {
  await otherDatabase.close();
  await database.close();
});

const roomOf = (exercises: number | null, minutes: number | null = null, count = 8) =>
  buildMediaRoom(em, { limits: { exercises, minutes }, count });

/** A person of the first workspace requests the nth exercise. */
function asked(
  room: MediaRoom,
  place: number,
  changes: { whose?: BuiltRelationship | undefined; refetchOf?: string } = {},
) {
  const { client, workspaceId } = changes.whose ?? first ?? raise();
  return {
    actorUserId: client.userId,
    workspaceId,
    surface: "CLIENT_MOBILE" as const,
    exerciseId: room.exerciseIds[place] ?? raise(),
    refetchOf: changes.refetchOf ?? null,
  };
}
const raise = (): never => {
  throw new Error("not there");
};
const play = (room: MediaRoom, place: number, changes: Parameters<typeof asked>[2] = {}) =>
  openMediaSession(room.desk(em), asked(room, place, changes));
const playing = async (room: MediaRoom, behaviour: Behaviour, place = 0) => {
  room.provider.behaviour = behaviour;
  const session = await play(room, place);
  room.provider.behaviour = "ANSWERS";
  return session;
};
const allowanceOf = ({ providerKey }: MediaRoom) =>
  em.fork().findOneOrFail(MediaAllowance, { providerKey });
const accessesOf = ({ providerKey }: MediaRoom) =>
  em.fork().find(MediaAccess, { providerKey }, { orderBy: { accessedAt: "asc", id: "asc" } });
const endOf = (accessId: string | null) =>
  em.fork().findOneOrFail(MediaAccessEnd, { accessId: accessId ?? raise() });
const reconcile = (room: MediaRoom) => reconcileUsage(room.desk(em));

describe("A media session", () => {
  test("reserves, calls and confirms, and stores no address", async () => {
    const room = await roomOf(10);
    const session = await play(room, 0);
    expect(session).toMatchObject({ status: "MEDIA_READY", origin: null, retryAt: null });
    expect(session.media?.videoUrl).toContain("token=");
    const [access] = await accessesOf(room);
    expect(access).toMatchObject({
      id: session.accessId,
      countedAsNewUnique: true,
      minutes: 1,
      surface: "CLIENT_MOBILE",
      actorUserId: first?.client.userId,
    });
    expect(await endOf(session.accessId)).toMatchObject({
      state: "COUNTED",
      outcome: "HAS_MEDIA",
      videoSeconds: 55,
      minutes: 1,
    });
    const again = await play(room, 0);
    expect((await accessesOf(room)).map((one) => one.countedAsNewUnique)).toEqual([true, false]);
    expect(again.accessId).not.toBe(session.accessId);
  });

  test("beyond the last place is refused without a call, with the instant when one expires", async () => {
    const room = await roomOf(3);
    expect((await play(room, 0)).status).toBe("MEDIA_READY");
    expect((await play(room, 1)).status).toBe("MEDIA_READY");
    const [oldest] = await accessesOf(room);
    const refused = await play(room, 2);
    expect(refused).toMatchObject({ status: "MEDIA_LIMIT_REACHED", origin: "LOCAL_ALLOWANCE" });
    expect(refused).toMatchObject({ media: null, accessId: null });
    const freeAt = (oldest?.accessedAt.getTime() ?? 0) + 721 * HOUR * 1_000;
    expect(refused.retryAt?.getTime()).toBe(freeAt);
    expect(room.provider.callCount).toBe(2);
    expect((await play(room, 1)).status).toBe("MEDIA_READY");
    await moveClock(ownerUrl, 721 * HOUR + 60);
    expect((await play(room, 2)).status).toBe("MEDIA_READY");
  });

  test("needs minutes, even for a known exercise", async () => {
    const room = await roomOf(null, 10);
    expect((await play(room, 3)).status).toBe("MEDIA_READY");
    expect((await play(room, 3)).status).toBe("MEDIA_READY");
    const refused = await play(room, 3);
    expect(refused).toMatchObject({ status: "MEDIA_LIMIT_REACHED", origin: "LOCAL_ALLOWANCE" });
    const [oldest] = await accessesOf(room);
    const freeAt = (oldest?.accessedAt.getTime() ?? 0) + 31 * DAY * 1_000;
    expect(refused.retryAt?.getTime()).toBe(freeAt);
    expect((await play(room, 0)).status).toBe("MEDIA_READY");
  });

  test("never gives the last tenth to one workspace alone", async () => {
    const room = await roomOf(12, null, 12);
    for (let place = 0; place < 9; place += 1) await play(room, place);
    expect(await play(room, 9)).toMatchObject({ status: "MEDIA_LIMIT_REACHED" });
    expect((await play(room, 9, { whose: second })).status).toBe("MEDIA_READY");
    expect(await play(room, 10, { whose: second })).toMatchObject({
      status: "MEDIA_LIMIT_REACHED",
    });
  });

  test("leaves more for other workspaces if a workspace's share is set smaller", async () => {
    const room = await roomOf(12, null, 12);
    const half = { ...room.desk(em), sharePercent: 50 };
    const open = (place: number, whose = first) =>
      openMediaSession(half, asked(room, place, { whose }));
    for (let place = 0; place < 5; place += 1)
      expect((await open(place)).status).toBe("MEDIA_READY");
    const refused = { status: "MEDIA_LIMIT_REACHED", origin: "LOCAL_ALLOWANCE" };
    expect(await open(5)).toMatchObject(refused);
    // An exercise that occupies its place can be opened again.
    expect((await open(0)).status).toBe("MEDIA_READY");
    for (let place = 5; place < 10; place += 1)
      expect((await open(place, second)).status).toBe("MEDIA_READY");
    expect(await open(10, second)).toMatchObject(refused);
  });

  test.each<[Behaviour, string, string]>([
    ["NO_VIDEO", "NO_VIDEO", "COUNTED"],
    ["KNOWS_NONE", "NO_VIDEO", "RELEASED"],
    ["RATE_LIMITS", "PROVIDER_UNAVAILABLE", "RELEASED"],
    ["REFUSES_KEY", "PROVIDER_UNAVAILABLE", "RELEASED"],
    ["CANNOT_BE_REACHED", "PROVIDER_UNAVAILABLE", "RELEASED"],
    ["IS_SILENT", "PROVIDER_UNAVAILABLE", "COUNTED"],
    ["ANSWERS_TORN", "PROVIDER_UNAVAILABLE", "COUNTED"],
    ["FOREIGN_HOST", "PROVIDER_UNAVAILABLE", "COUNTED"],
    ["THROWS", "PROVIDER_UNAVAILABLE", "COUNTED"],
  ])("of a provider that %s is %s, and its place is %s", async (behaviour, status, state) => {
    const room = await roomOf(2);
    const session = await playing(room, behaviour);
    expect(session).toMatchObject({ status, media: null });
    expect(await endOf(session.accessId)).toMatchObject({ state });
    const other = await play(room, 1);
    expect(other.status).toBe(state === "RELEASED" ? "MEDIA_READY" : "MEDIA_LIMIT_REACHED");
  });

  test("returns how long a provider asks to pause", async () => {
    const room = await roomOf(10);
    const { retryAt } = await playing(room, "RATE_LIMITS");
    const [access] = await accessesOf(room);
    expect((retryAt?.getTime() ?? 0) - (access?.accessedAt.getTime() ?? 0)).toBe(7_000);
  });

  test.each<[Behaviour, string]>([
    ["CAPS_EXERCISES", "EXERCISES"],
    ["CAPS_MINUTES", "MINUTES"],
  ])(
    "that %s closes the allowance until the account has been read",
    async (behaviour, closedBy) => {
      const room = await roomOf(10);
      await play(room, 0);
      const capped = await playing(room, behaviour, 1);
      expect(capped).toMatchObject({ status: "MEDIA_LIMIT_REACHED", origin: "PROVIDER_CAP" });
      expect(await endOf(capped.accessId)).toMatchObject({ state: "RELEASED" });
      expect(await allowanceOf(room)).toMatchObject({ closedBy });
      const calls = room.provider.callCount;
      expect(await play(room, 0)).toMatchObject({
        status: "MEDIA_LIMIT_REACHED",
        origin: "PROVIDER_CAP",
      });
      expect(room.provider.callCount).toBe(calls);
      room.provider.accountIsAway = true;
      expect(await reconcile(room)).toEqual({ readCount: 0, failedCount: 1 });
      expect((await play(room, 0)).status).toBe("MEDIA_LIMIT_REACHED");
      room.provider.accountIsAway = false;
      expect(await reconcile(room)).toEqual({ readCount: 1, failedCount: 0 });
      expect((await play(room, 0)).status).toBe("MEDIA_READY");
    },
  );

  test("opens and counts even if its outcome cannot be stored", async () => {
    const room = await roomOf(2);
    await asSuperuser("alter table media_access_end add constraint away check (false) not valid");
    const session = await play(room, 0);
    await asSuperuser("alter table media_access_end drop constraint away");
    expect(session.status).toBe("MEDIA_READY");
    expect((await play(room, 1, { whose: second })).status).toBe("MEDIA_LIMIT_REACHED");
  });
});

async function asSuperuser(statement: string): Promise<void> {
  const client = new Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

describe("A person", () => {
  test("may open thirty sessions an hour", async () => {
    const room = await roomOf(null);
    for (let count = 0; count < 30; count += 1) await play(room, count % 3);
    await expect(play(room, 0)).rejects.toMatchObject({
      code: "RATE_LIMITED",
      details: { retryAfterSeconds: expect.any(Number) },
    });
    expect((await play(room, 0, { whose: second })).status).toBe("MEDIA_READY");
    await moveClock(ownerUrl, HOUR + 5);
    expect((await play(room, 0)).status).toBe("MEDIA_READY");
  });

  test("may not open a second session for an exercise while one is in flight", async () => {
    const room = await roomOf(10);
    const exercise = await findPlayable(em.fork(), asked(room, 0));
    if (exercise === null || exercise === "NO_VIDEO") return raise();
    await transact(em, (tx) =>
      reserveAccess(tx, { ...asked(room, 0), sharePercent: 90 }, exercise),
    );
    await expect(play(room, 0)).rejects.toMatchObject({ code: "MEDIA_SESSION_UNDER_WAY" });
    expect((await play(room, 1)).status).toBe("MEDIA_READY");
    expect((await play(room, 0, { whose: second })).status).toBe("MEDIA_READY");
    await moveClock(ownerUrl, 11);
    expect((await play(room, 0)).status).toBe("MEDIA_READY");
  });

  test("may refetch an address once, for the same exercise, within two days", async () => {
    const room = await roomOf(10);
    const { accessId } = await play(room, 0);
    const refetchOf = accessId ?? raise();
    const refused = (place: number, whose = first) =>
      expect(play(room, place, { refetchOf, whose })).rejects;
    await refused(1).toMatchObject({ code: "NOT_FOUND" });
    await refused(0, second).toMatchObject({ code: "NOT_FOUND" });
    const anew = await play(room, 0, { refetchOf });
    expect(anew.status).toBe("MEDIA_READY");
    await refused(0).toMatchObject({ code: "MEDIA_REFETCH_SPENT" });
    const chained = play(room, 0, { refetchOf: anew.accessId ?? raise() });
    await expect(chained).rejects.toMatchObject({ code: "MEDIA_REFETCH_SPENT" });
    const late = await play(room, 1);
    await moveClock(ownerUrl, 2 * DAY + 60);
    const tooLate = play(room, 1, { refetchOf: late.accessId ?? raise() });
    await expect(tooLate).rejects.toMatchObject({ code: "MEDIA_REFETCH_SPENT" });
    expect(await accessesOf(room)).toHaveLength(3);
  });

  test("gets NO_VIDEO for an exercise without one, and 404 for a foreign exercise", async () => {
    const room = await roomOf(10);
    const { providerKey } = room;
    const [workspaceId, createdByUserId] = [
      first?.workspaceId ?? raise(),
      first?.coach.userId ?? raise(),
    ];
    const own = { providerKey: null, providerExerciseId: null, createdByUserId };
    const ask = (exerciseId: string, whose = first) =>
      openMediaSession(room.desk(em), { ...asked(room, 0, { whose }), exerciseId });
    const theirs = await putExercise(em, { ...own, workspaceId });
    const of = (id: string) => ({ providerKey, providerExerciseId: id });
    const silent = await putExercise(em, { ...of("silent"), hasVideo: false });
    const retired = await putExercise(em, { ...of("retired"), status: "RETIRED" });
    const withheld = await putExercise(em, { ...of("held"), status: "HELD" });
    for (const id of [theirs, silent, retired])
      expect(await ask(id)).toMatchObject({ status: "NO_VIDEO", accessId: null });
    await expect(ask(withheld)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(ask(theirs, second)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(ask(room.providerKey.slice(8))).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(room.provider.callCount).toBe(0);
  });
});

describe("The account's report", () => {
  test("shrinks the allowance by the usage of others, and never enlarges it", async () => {
    const room = await roomOf(10);
    await play(room, 0);
    for (const other of ["a", "b", "c", "d", "e", "f"]) await room.provider.count(other);
    room.provider.limits = { exercises: 1_000, minutes: null };
    await reconcile(room);
    expect(await allowanceOf(room)).toMatchObject({ uniqueDrift: 6, toldUniqueLimit: 1_000 });
    expect((await play(room, 1)).status).toBe("MEDIA_READY");
    expect((await play(room, 2)).status).toBe("MEDIA_READY");
    expect((await play(room, 3)).status).toBe("MEDIA_LIMIT_REACHED");
    const snapshots = await em.fork().find(UsageSnapshot, { providerKey: room.providerKey });
    expect(snapshots).toMatchObject([{ uniqueUsed: 7, ownUniqueUsed: 1, uniqueLimit: 1_000 }]);
  });

  test("is replaced by the next reading, but not by one requested before it", async () => {
    const room = await roomOf(10);
    await play(room, 0);
    await room.provider.count("elsewhere");
    await reconcile(room);
    expect(await allowanceOf(room)).toMatchObject({ uniqueDrift: 1 });
    await moveClock(ownerUrl, 31 * DAY);
    await reconcile(room);
    expect(await allowanceOf(room)).toMatchObject({ uniqueDrift: 0 });
    await moveClock(ownerUrl, 0);
    await room.provider.count("elsewhere again");
    await reconcile(room);
    expect(await allowanceOf(room)).toMatchObject({ uniqueDrift: 0 });
  });

  test("is awaited after a restore before any new exercise is opened", async () => {
    const room = await roomOf(10);
    await play(room, 0);
    expect(await awaitUsageOfAll(em)).toBeGreaterThan(0);
    expect(await play(room, 1)).toMatchObject({
      status: "MEDIA_LIMIT_REACHED",
      origin: "LOCAL_ALLOWANCE",
      retryAt: expect.any(Date),
    });
    expect((await play(room, 0)).status).toBe("MEDIA_READY");
    await reconcile(room);
    expect((await play(room, 1)).status).toBe("MEDIA_READY");
  });

  test("of 80 % usage is logged once, and again only after it was lower", async () => {
    const room = await roomOf(5);
    const lines: string[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
    const desk = room.desk(em, { log });
    for (let place = 0; place < 4; place += 1) await openMediaSession(desk, asked(room, place));
    await openMediaSession(desk, asked(room, 3));
    expect(lines).toEqual([expect.stringContaining("most of the media allowance is used")]);
    await moveClock(ownerUrl, 40 * DAY);
    await reconcileUsage(desk);
    expect(await allowanceOf(room)).toMatchObject({ warnedAt: null });
    for (let place = 0; place < 4; place += 1) await openMediaSession(desk, asked(room, place));
    expect(lines).toHaveLength(2);
  });
});

test(`Of two callers for the last place one gets the video, the other a refusal (${ROUNDS} rounds)`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const room = await roomOf(2, null, 2);
    const sessions = await Promise.all([
      openMediaSession(room.desk(em), asked(room, 0)),
      openMediaSession(room.desk(otherDatabase.em), asked(room, 1, { whose: second })),
    ]);
    const statuses = sessions.map(({ status }) => status).toSorted();
    expect(statuses).toEqual(["MEDIA_LIMIT_REACHED", "MEDIA_READY"]);
    expect(sessions.find(({ media }) => media === null)).toMatchObject({
      origin: "LOCAL_ALLOWANCE",
      retryAt: expect.any(Date),
    });
    expect(await room.provider.counted()).toMatchObject({ exercises: 1 });
    await moveClock(ownerUrl, (round + 1) * HOUR);
  }
});

test(`Of two callers that refetch one session only one succeeds (${ROUNDS} rounds)`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const room = await roomOf(10, null, 1);
    const { accessId } = await play(room, 0);
    const refetch = asked(room, 0, { refetchOf: accessId ?? raise() });
    const tries = [em, otherDatabase.em].map((own) => openMediaSession(room.desk(own), refetch));
    const settled = await Promise.allSettled(tries);
    expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await accessesOf(room)).toHaveLength(2);
    await moveClock(ownerUrl, (round + 1) * 2 * HOUR);
  }
});

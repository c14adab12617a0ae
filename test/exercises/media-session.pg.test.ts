import { describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import { openMediaSession } from "../../activities/exercises/media/open-media-session.ts";
import { MediaAccessEnd } from "../../db/exercises/media/media-access-end.ts";
import type { MediaRoom } from "../factories/exercises/media-room.ts";
import type { Behaviour } from "../factories/exercises/metered-provider.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { useMediaRooms } from "../factories/exercises/use-media-rooms.ts";
import { raise } from "../factories/raise.ts";

const {
  em,
  ownerUrl,
  superuserUrl,
  people,
  roomOf,
  requestFor,
  play,
  allowanceOf: quotaOf,
  accessesOf,
  reconcile,
} = await useMediaRooms();
const HOUR = 3_600;
const DAY = 24 * HOUR;

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
      actorUserId: people.first.client.userId,
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
    expect((await play(room, 9, { whose: people.second })).status).toBe("MEDIA_READY");
    expect(await play(room, 10, { whose: people.second })).toMatchObject({
      status: "MEDIA_LIMIT_REACHED",
    });
  });

  test("leaves more for other workspaces if a workspace's share is set smaller", async () => {
    const room = await roomOf(12, null, 12);
    const half = { ...room.desk(em), sharePercent: 50 };
    const open = (place: number, whose = people.first) =>
      openMediaSession(half, requestFor(room, place, { whose }));
    for (let place = 0; place < 5; place += 1)
      expect((await open(place)).status).toBe("MEDIA_READY");
    const refused = { status: "MEDIA_LIMIT_REACHED", origin: "LOCAL_ALLOWANCE" };
    expect(await open(5)).toMatchObject(refused);
    // An exercise that occupies its place can be opened again.
    expect((await open(0)).status).toBe("MEDIA_READY");
    for (let place = 5; place < 10; place += 1)
      expect((await open(place, people.second)).status).toBe("MEDIA_READY");
    expect(await open(10, people.second)).toMatchObject(refused);
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
      expect(await quotaOf(room)).toMatchObject({ closedBy });
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
    expect((await play(room, 1, { whose: people.second })).status).toBe("MEDIA_LIMIT_REACHED");
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

async function playing(room: MediaRoom, behaviour: Behaviour, place = 0) {
  room.provider.behaviour = behaviour;
  const session = await play(room, place);
  room.provider.behaviour = "ANSWERS";
  return session;
}

function endOf(accessId: string | null) {
  return em.fork().findOneOrFail(MediaAccessEnd, { accessId: accessId ?? raise() });
}

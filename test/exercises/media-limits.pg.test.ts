import { campaignSize } from "../harness/campaign.ts";
import { describe, expect, test } from "@jest/globals";
import { openMediaSession } from "../../activities/exercises/media/open-media-session.ts";
import { reserveAccess } from "../../activities/exercises/media/reserve-access.ts";
import { findPlayable } from "../../db/exercises/media/find-playable.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { putExercise } from "../factories/exercises/media-room.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { useMediaRooms } from "../factories/exercises/use-media-rooms.ts";
import { raise } from "../factories/raise.ts";
import { useOrm } from "../harness/use-orm.ts";

const rooms = await useMediaRooms();
const { em, ownerUrl, people, roomOf, requestFor, play, accessesOf } = rooms;
const { em: otherEm } = await useOrm(rooms);
const ROUNDS = campaignSize("RACE_ROUNDS", 4);
const HOUR = 3_600;
const DAY = 24 * HOUR;

describe("A person", () => {
  test("may open thirty media sessions an hour", async () => {
    const room = await roomOf(null);
    for (let count = 0; count < 30; count += 1) await play(room, count % 3);
    await expect(play(room, 0)).rejects.toMatchObject({
      code: "RATE_LIMITED",
      details: { retryAfterSeconds: expect.any(Number) },
    });
    expect((await play(room, 0, { whose: people.second })).status).toBe("MEDIA_READY");
    await moveClock(ownerUrl, HOUR + 5);
    expect((await play(room, 0)).status).toBe("MEDIA_READY");
  });

  test("may not open a second session for an exercise while one is in flight", async () => {
    const room = await roomOf(10);
    const exercise = await findPlayable(em.fork(), requestFor(room, 0));
    if (exercise === null || exercise === "NO_VIDEO") return raise();
    await transact(em, (tx) =>
      reserveAccess(tx, { ...requestFor(room, 0), sharePercent: 90 }, exercise),
    );
    await expect(play(room, 0)).rejects.toMatchObject({ code: "MEDIA_SESSION_UNDER_WAY" });
    expect((await play(room, 1)).status).toBe("MEDIA_READY");
    expect((await play(room, 0, { whose: people.second })).status).toBe("MEDIA_READY");
    await moveClock(ownerUrl, 11);
    expect((await play(room, 0)).status).toBe("MEDIA_READY");
  });

  test("may refetch an address once, for the same exercise, within two days", async () => {
    const room = await roomOf(10);
    const { accessId } = await play(room, 0);
    const refetchOf = accessId ?? raise();
    const refused = (place: number, whose = people.first) =>
      expect(play(room, place, { refetchOf, whose })).rejects;
    await refused(1).toMatchObject({ code: "NOT_FOUND" });
    await refused(0, people.second).toMatchObject({ code: "NOT_FOUND" });
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
    const { workspaceId, coach } = people.first;
    const own = { providerKey: null, providerExerciseId: null, createdByUserId: coach.userId };
    const ask = (exerciseId: string, whose = people.first) =>
      openMediaSession(room.desk(em), { ...requestFor(room, 0, { whose }), exerciseId });
    const theirs = await putExercise(em, { ...own, workspaceId });
    const of = (id: string) => ({ providerKey, providerExerciseId: id });
    const silent = await putExercise(em, { ...of("silent"), hasVideo: false });
    const retired = await putExercise(em, { ...of("retired"), status: "RETIRED" });
    const withheld = await putExercise(em, { ...of("held"), status: "HELD" });
    for (const id of [theirs, silent, retired])
      expect(await ask(id)).toMatchObject({ status: "NO_VIDEO", accessId: null });
    await expect(ask(withheld)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(ask(theirs, people.second)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(ask(room.providerKey.slice(8))).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(room.provider.callCount).toBe(0);
  });
});

test(`Of two callers for the last place one gets the video, the other a refusal (${ROUNDS} rounds)`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const room = await roomOf(2, null, 2);
    const sessions = await Promise.all([
      openMediaSession(room.desk(em), requestFor(room, 0)),
      openMediaSession(room.desk(otherEm), requestFor(room, 1, { whose: people.second })),
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
    const refetch = requestFor(room, 0, { refetchOf: accessId ?? raise() });
    const tries = [em, otherEm].map((own) => openMediaSession(room.desk(own), refetch));
    const settled = await Promise.allSettled(tries);
    expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await accessesOf(room)).toHaveLength(2);
    await moveClock(ownerUrl, (round + 1) * 2 * HOUR);
  }
});

import { describe, expect, test } from "@jest/globals";
import { pino } from "pino";
import { awaitUsageOfAll } from "../../activities/exercises/media/await-usage-of-all.ts";
import { openMediaSession } from "../../activities/exercises/media/open-media-session.ts";
import { reconcileUsage } from "../../activities/exercises/media/reconcile-usage.ts";
import { UsageSnapshot } from "../../db/exercises/media/usage-snapshot.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { useMediaRooms } from "../factories/exercises/use-media-rooms.ts";

const { em, ownerUrl, roomOf, requestFor, play, allowanceOf, reconcile } = await useMediaRooms();
const HOUR = 3_600;
const DAY = 24 * HOUR;

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
    for (let place = 0; place < 4; place += 1)
      await openMediaSession(desk, requestFor(room, place));
    await openMediaSession(desk, requestFor(room, 3));
    expect(lines).toEqual([expect.stringContaining("most of the media quota is used")]);
    await moveClock(ownerUrl, 40 * DAY);
    await reconcileUsage(desk);
    expect(await allowanceOf(room)).toMatchObject({ warnedAt: null });
    for (let place = 0; place < 4; place += 1)
      await openMediaSession(desk, requestFor(room, place));
    expect(lines).toHaveLength(2);
  });
});

import { afterAll, beforeAll, expect, test } from "@jest/globals";
import * as fc from "fast-check";
import { callProvider } from "../../activities/exercises/media/call-provider.ts";
import { openMediaSession } from "../../activities/exercises/media/open-media-session.ts";
import { reconcileUsage } from "../../activities/exercises/media/reconcile-usage.ts";
import { reserveAccess } from "../../activities/exercises/media/reserve-access.ts";
import { Refusal } from "../../contract/refusal.ts";
import { openDatabase } from "../../db/open-database.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { type BuiltRelationship, buildRelationship } from "../factories/accounts/identity.ts";
import { buildMediaRoom, type MediaRoom } from "../factories/exercises/media-room.ts";
import { type Behaviour, CLIP_HOST } from "../factories/exercises/metered-provider.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { campaignSeed, campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";

const RUNS = campaignSize("MODEL_RUNS", 4);
const SEED = campaignSeed();
const LIMITS = { exercises: 12, minutes: 60 };
/** Nine tenths of the plan. */
const OWN = { exercises: 10, minutes: 54 };
const HOUR = 3_600;

const { appUrl, ownerUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 4, applicationName: "media model" });
const otherDatabase = openDatabase({
  url: appUrl,
  poolSize: 4,
  applicationName: "media model beside",
});
const [em, other] = [database.em, otherDatabase.em];
const people: BuiltRelationship[] = [];
beforeAll(async () => {
  for (let count = 0; count < 3; count += 1) people.push(await buildRelationship(em));
});
afterAll(async () => {
  await otherDatabase.close();
  await database.close();
});

const BEHAVIOURS = [
  ...(["ANSWERS", "ANSWERS", "ANSWERS", "COUNTS_AND_IS_SILENT", "ANSWERS_TORN"] as const),
  ...(["CANNOT_BE_REACHED", "IS_SILENT", "RATE_LIMITS", "KNOWS_NONE", "THROWS"] as const),
  ...(["CAPS_EXERCISES", "CAPS_MINUTES"] as const),
] satisfies readonly Behaviour[];

/** Where the process that serves a request dies; most do not. */
const DEATHS = ["NEVER", "NEVER", "NEVER", "BEFORE_CALL", "AFTER_CALL"] as const;

const asking = fc.record({
  kind: fc.constant("ASK" as const),
  person: fc.nat(2),
  place: fc.nat(15),
  behaviour: fc.constantFrom(...BEHAVIOURS),
  death: fc.constantFrom(...DEATHS),
});
const step = fc.oneof(
  { weight: 10, arbitrary: asking },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("AT_ONCE" as const),
      askings: fc.array(asking, { minLength: 2, maxLength: 6 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("PASS" as const),
      hours: fc.integer({ min: 1, max: 200 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("RECONCILE" as const), isAway: fc.boolean() }),
  },
);

test(
  `In any history of requests and crashes the provider counts no more than our allowance, and no place is lost for good (${RUNS} histories, --seed ${SEED})`,
  async () => {
    // Time continues across histories: what one requested has expired in the next.
    let ahead = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        const room = await buildMediaRoom(em, { limits: LIMITS, count: 16 });
        for (const one of steps) {
          ahead = await play(room, one, ahead);
          const counted = await room.provider.counted();
          expect(counted.exercises).toBeLessThanOrEqual(OWN.exercises);
          expect(counted.minutes).toBeLessThanOrEqual(OWN.minutes);
        }
        // A month later everything is free again.
        ahead += 32 * 24;
        await moveClock(ownerUrl, ahead * HOUR);
        room.provider.accountIsAway = false;
        await reconcileUsage(room.desk(em));
        const before = room.provider.callCount;
        for (const place of [0, 1, 2, 6, 7])
          await ask(room, { kind: "ASK", person: 0, place, behaviour: "ANSWERS", death: "NEVER" });
        expect(room.provider.callCount - before).toBe(5);
        expect(await room.provider.counted()).toMatchObject({ exercises: 5 });
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: RUNS > 4 },
    );
  },
  Math.max(300_000, RUNS * 5_000),
);

type Step = typeof step extends fc.Arbitrary<infer Drawn> ? Drawn : never;

type Asking = Extract<Step, { readonly kind: "ASK" }>;

/** One request, until its process dies. @returns whether the allowance refused it. */
async function ask(room: MediaRoom, { person, place, behaviour, death }: Asking): Promise<void> {
  const { client, workspaceId } = people[person] ?? raise();
  const exerciseId = room.exerciseIds[place] ?? raise();
  const whose = { actorUserId: client.userId, workspaceId, surface: "CLIENT_MOBILE" as const };
  const requestFor = { ...whose, exerciseId, refetchOf: null };
  const own = person === 1 ? other : em;
  room.provider.behaviour = behaviour;
  try {
    if (death === "NEVER") return void (await openMediaSession(room.desk(own), requestFor));
    const { providerKey } = room;
    const exercise = {
      providerKey,
      providerExerciseId: exerciseId,
      videoSeconds: room.minutesOf(exerciseId) * 60,
    };
    const reserved = await transact(own, (tx) =>
      reserveAccess(tx, { ...requestFor, sharePercent: 90 }, exercise),
    );
    if (reserved.outcome === "REFUSED" || death === "BEFORE_CALL") return;
    await callProvider(room.provider, exerciseId, [CLIP_HOST]);
  } catch (error) {
    // The hourly limit of a person is not part of the allowance.
    expect(error).toBeInstanceOf(Refusal);
  }
}

function raise(): never {
  throw new Error("not there");
}

async function play(room: MediaRoom, one: Step, aheadHours: number): Promise<number> {
  switch (one.kind) {
    case "ASK":
      await ask(room, one);
      return aheadHours;
    case "AT_ONCE":
      await Promise.all(one.askings.map((single) => ask(room, single)));
      return aheadHours;
    case "PASS":
      await moveClock(ownerUrl, (aheadHours + one.hours) * HOUR);
      return aheadHours + one.hours;
    case "RECONCILE":
      room.provider.accountIsAway = one.isAway;
      await reconcileUsage(room.desk(em));
      return aheadHours;
  }
}

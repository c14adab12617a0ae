import { afterAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { z } from "zod";
import { type TodayAnswer, todaySchema } from "../../contract/agenda/today-schema.ts";
import { addDays } from "../../rules/local-day.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { buildPhone, type Phone } from "../factories/sync/phone.ts";
import { actsOfDay } from "../factories/agenda/today-acts.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi({ database: await useOwnDatabase() });
/** Number of 304 answers over all histories. */
let unchangedCount = 0;

afterAll(async () => {
  await moveClock(api.database.ownerUrl, 0);
});

type ActName = keyof ReturnType<typeof actsOfDay>;
const ACTS = [
  "complete",
  "skip",
  "tick",
  "drink",
  "pin",
  "unpin",
  "placeCard",
  "withdrawCard",
  "assign",
  "askForForm",
  "endAssignment",
  "pausePlan",
  "resumePlan",
  "supersedePlan",
  "pauseWater",
  "resumeWater",
  "publish",
  "pause",
  "resume",
  "scan",
  "restore",
] as const satisfies readonly ActName[];

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constantFrom(...ACTS) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      minutes: fc.oneof(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 300, max: 1_800 })),
      scans: fc.boolean(),
    }),
  },
);
type Step = Partial<Record<"minutes", number>> & {
  readonly act?: ActName;
  readonly scans?: boolean;
};

const RUNS = campaignSize("MODEL_RUNS", 6);
const LIMIT_MS = Math.max(300_000, RUNS * 3_000);

test(
  "After any history, what a device keeps on a 304 equals what a full response would show",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), async (steps) => {
        await moveClock(api.database.ownerUrl, 0);
        await play(await buildPhone(api, issuer), steps);
      }),
      // A step is several requests: shrinking would take minutes, and the seed reproduces the failure.
      { numRuns: RUNS, endOnFailure: true },
    );
    expect(unchangedCount).toBeGreaterThan(0);
  },
  LIMIT_MS,
);

interface Cached {
  readonly tag: string;
  readonly today: TodayAnswer;
}

async function play(phone: Phone, steps: readonly Step[]): Promise<void> {
  const acts = actsOfDay(api, phone);
  const { localDate } = phone.agenda;
  const first = await read(phone, "");
  const queries = [
    "",
    `?date=${addDays(localDate, 1)}`,
    `?date=${localDate}&timezone=America/New_York`,
    `?agendaChecksum=${encodeURIComponent(first.today.agendaChecksum)}`,
  ];
  const cached = new Map<string, Cached>([["", first]]);
  let ahead = 0;
  for (const { act, minutes = 0, scans = false } of steps) {
    ahead += minutes * 60;
    if (minutes > 0) await moveClock(api.database.ownerUrl, ahead);
    if (scans) await acts.scan();
    // Many acts are refused: the relationship is paused, or the task is closed.
    if (act !== undefined) await acts[act]().catch(() => undefined);
    for (const query of queries)
      cached.set(query, await ask(phone, query, cached.get(query), ahead));
  }
}

/** Requests with the stored ETag; if it still matches, compares the stored response with a full one. */
async function ask(
  phone: Phone,
  query: string,
  cached: Cached | undefined,
  aheadSeconds: number,
): Promise<Cached> {
  if (cached === undefined) return await read(phone, query);
  const headers = { "If-None-Match": cached.tag };
  const answer = await api.call("GET", `/api/v1/client/today${query}`, {
    token: phone.token,
    headers,
  });
  if (answer.status !== 304) return await read(phone, query);
  unchangedCount += 1;
  const whole = await read(phone, query);
  expect(shown(cached.today)).toEqual(shown(whole.today));
  const at = Date.parse(cached.today.offlineCache.refetchAfter);
  expect(at).toBeGreaterThan(Date.now() + aheadSeconds * 1_000 - 1_000);
  return cached;
}

async function read(phone: Phone, query: string): Promise<Cached> {
  const answer = await api.call("GET", `/api/v1/client/today${query}`, phone);
  return { tag: answer.headers.get("ETag") ?? "", today: todaySchema.parse(answer.data) };
}

const cursorSchema = z.object({ seq: z.int(), epoch: z.string() });

/** Everything except what may be newer in a full response: the cursor, and the retry while a day is late. */
function shown({ nextCursor, offlineCache, ...today }: TodayAnswer) {
  const cursor = Buffer.from(nextCursor.split(".")[1] ?? "", "base64url").toString();
  const { seq, epoch } = cursorSchema.parse(JSON.parse(cursor));
  const { prefetchDates, expiresAt } = offlineCache;
  return { ...today, seq, epoch, prefetchDates, expiresAt };
}

import * as z from "zod";

const FAULTS = [
  "unauthorised",
  "failing",
  "slow",
  "torn",
  "huge",
  "bad-utf-8",
  "repeating-pages",
  "endless",
] as const;

const limit = z.int().nonnegative().nullable();

/** Permissions of the account behind the key, and deliberate faults. */
export const AllSwitches = z.object({
  /** Number of different exercises with media in 30 days; null without a limit. */
  uniqueLimit: limit,
  minutesLimit: limit,
  callsPerMinute: limit,
  /** Format of faults: one of the two that the real provider was seen to use. */
  envelope: z.enum(["object", "text"]),
  /** Behaviour of an old key: lists include media unless the request excludes them. */
  oldKey: z.boolean(),
  /** Lists include media although the request excludes them. */
  mediaInBrowse: z.boolean(),
  fault: z.enum(FAULTS).nullable(),
  /** Vanished exercises by id, and texts that replace those of others. */
  vanished: z.array(z.string()),
  changed: z.record(
    z.string(),
    z.object({
      title: z.exactOptional(z.string()),
      exerciseType: z.exactOptional(z.array(z.string())),
    }),
  ),
});

export type FakeSwitches = Readonly<z.output<typeof AllSwitches>>;

export const USUAL_SWITCHES: FakeSwitches = {
  uniqueLimit: 200,
  minutesLimit: 600,
  callsPerMinute: null,
  envelope: "object",
  oldKey: false,
  mediaInBrowse: false,
  fault: null,
  vanished: [],
  changed: {},
};

/** Requests and counts, for tests to read. */
export type FakeCounters = {
  readonly calls: number;
  readonly browseCalls: number;
  readonly mediaCalls: number;
  readonly uniques: number;
  readonly minutes: number;
};

const WINDOW_MS = 30 * 24 * 3_600_000;

/** Counts as the provider does: distinct exercises within a rolling window, and minutes. */
export function openAccount(switches: () => FakeSwitches, now: () => number) {
  const lastCounted = new Map<string, number>();
  const recent: number[] = [];
  let seconds = 0;
  let [calls, browseCalls, mediaCalls] = [0, 0, 0];
  const inWindow = (id: string) =>
    (lastCounted.get(id) ?? Number.NEGATIVE_INFINITY) > now() - WINDOW_MS;
  const uniques = () => [...lastCounted.keys()].filter(inWindow).length;
  const minutes = () => Math.ceil(seconds / 60);
  return {
    /** Counts a call. If there were too many, returns the milliseconds until the next one is allowed. */
    call(): number {
      calls += 1;
      const { callsPerMinute } = switches();
      while (recent.length > 0 && (recent[0] ?? 0) <= now() - 60_000) recent.shift();
      if (callsPerMinute !== null && recent.length >= callsPerMinute) {
        return Math.max(1, (recent[0] ?? 0) + 60_000 - now());
      }
      recent.push(now());
      return 0;
    },
    browsed() {
      browseCalls += 1;
    },
    /** Counts media of an exercise, unless a limit is reached. */
    played(id: string, videoSeconds: number): "COUNTED" | "UNIQUE_CAP" | "MINUTES_CAP" {
      mediaCalls += 1;
      const { uniqueLimit, minutesLimit } = switches();
      if (minutesLimit !== null && minutes() >= minutesLimit) return "MINUTES_CAP";
      if (!inWindow(id) && uniqueLimit !== null && uniques() >= uniqueLimit) return "UNIQUE_CAP";
      lastCounted.set(id, now());
      seconds += videoSeconds;
      return "COUNTED";
    },
    counters: (): FakeCounters => ({
      calls,
      browseCalls,
      mediaCalls,
      uniques: uniques(),
      minutes: minutes(),
    }),
  };
}

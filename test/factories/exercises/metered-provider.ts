import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type {
  ExerciseMediaProvider,
  MediaOutcome,
} from "../../../activities/exercises/provider/exercise-provider.ts";
import { clockNow } from "../../../db/platform/transactions/transact.ts";

/** How a provider answers its next call. */
export type Behaviour =
  | "ANSWERS"
  | "NO_VIDEO"
  | "CAPS_EXERCISES"
  | "CAPS_MINUTES"
  | "RATE_LIMITS"
  | "REFUSES_KEY"
  | "KNOWS_NONE"
  | "CANNOT_BE_REACHED"
  | "COUNTS_AND_IS_SILENT"
  | "IS_SILENT"
  | "ANSWERS_TORN"
  | "FOREIGN_HOST"
  | "THROWS";

/** The counters of a provider. */
interface Counted {
  readonly exercise: string;
  readonly minutes: number;
  readonly at: Date;
}

export const CLIP_HOST = "clips.example";
const DAY_MS = 86_400_000;
const COUNTING: readonly Behaviour[] = [
  "ANSWERS",
  "COUNTS_AND_IS_SILENT",
  "ANSWERS_TORN",
  "FOREIGN_HOST",
];

/** A provider that counts like a real one: different exercises of the last 30 days, minutes of the last 31. */
export interface MeteredProvider extends ExerciseMediaProvider {
  behaviour: Behaviour;
  /** The limits in its account. */
  limits: { exercises: number | null; minutes: number | null };
  accountIsAway: boolean;
  /** How often media were requested from it. */
  callCount: number;
  /** Counts an exercise, whoever requested it. */
  count(exercise: string): Promise<void>;
  /** The present counters. */
  counted(): Promise<{ exercises: number; minutes: number }>;
}

/** Opens one on the product's clock. */
export function openMeteredProvider(
  em: SqlEntityManager,
  secondsOf: (providerExerciseId: string) => number,
): MeteredProvider {
  const accesses: Counted[] = [];
  const provider: MeteredProvider = {
    behaviour: "ANSWERS",
    limits: { exercises: null, minutes: null },
    accountIsAway: false,
    callCount: 0,
    async media(exercise) {
      provider.callCount += 1;
      const { behaviour } = provider;
      if (COUNTING.includes(behaviour)) await provider.count(exercise);
      return answerOf(behaviour, exercise, secondsOf(exercise));
    },
    async usage() {
      if (provider.accountIsAway) return { outcome: "UNAVAILABLE", sent: true };
      const { exercises: exercisesUsed, minutes: minutesUsed } = await provider.counted();
      const { exercises: exercisesLimit, minutes: minutesLimit } = provider.limits;
      const used = { exercisesUsed, minutesUsed };
      return { outcome: "USAGE", plan: "test", ...used, exercisesLimit, minutesLimit };
    },
    async count(exercise) {
      const at = await clockNow(em.fork());
      accesses.push({ exercise, minutes: Math.ceil(secondsOf(exercise) / 60), at });
    },
    async counted() {
      const now = await clockNow(em.fork());
      const since = (days: number) =>
        accesses.filter(({ at }) => at.getTime() > now.getTime() - days * DAY_MS);
      return {
        exercises: new Set(since(30).map(({ exercise }) => exercise)).size,
        minutes: since(31).reduce((sum, { minutes }) => sum + minutes, 0),
      };
    },
  };
  return provider;
}

function answerOf(behaviour: Behaviour, exercise: string, videoSeconds: number): MediaOutcome {
  switch (behaviour) {
    case "ANSWERS":
      return clip(CLIP_HOST, exercise, videoSeconds);
    case "FOREIGN_HOST":
      return clip("elsewhere.example", exercise, videoSeconds);
    case "CAPS_EXERCISES":
      return { outcome: "CAPPED", cap: "EXERCISES", warning: "monthly_exercise_cap" };
    case "CAPS_MINUTES":
      return { outcome: "CAPPED", cap: "MINUTES", warning: null };
    case "RATE_LIMITS":
      return { outcome: "RATE_LIMITED", pauseMs: 7_000 };
    case "REFUSES_KEY":
      return { outcome: "UNAUTHORISED" };
    case "KNOWS_NONE":
      return { outcome: "NOT_FOUND" };
    case "CANNOT_BE_REACHED":
      return { outcome: "UNAVAILABLE", sent: false };
    case "ANSWERS_TORN":
      return { outcome: "MALFORMED" };
    case "THROWS":
      throw new TypeError(`fetch failed: https://${CLIP_HOST}/v?token=s3cr3t`);
    case "NO_VIDEO":
      return { outcome: "NO_VIDEO" };
    case "IS_SILENT":
    case "COUNTS_AND_IS_SILENT":
      return { outcome: "UNAVAILABLE", sent: true };
  }
}

function clip(host: string, exercise: string, videoSeconds: number): MediaOutcome {
  const signed = (end: string) => `https://${host}/${exercise}${end}?token=s3cr3t&expires=1`;
  return {
    outcome: "HAS_MEDIA",
    warning: null,
    media: {
      videoUrl: signed(".mp4"),
      hlsUrl: signed(".m3u8"),
      thumbnailUrl: null,
      videoSeconds,
      expiresAt: new Date("2030-01-01T00:00:00.000Z"),
    },
  };
}

import * as z from "zod";
import type { IntegrationRecord } from "../../../activities/exercises/provider/exercise-provider.ts";
import { MEDIA_QUOTA } from "../../../contract/exercises/media-vocabulary.ts";
import { address, type Environment, wholeNumber } from "../environment.ts";
import { settingNotes } from "../setting-notes.ts";

/** The provider of exercises as the configuration names it. */
export type ExerciseConfig = {
  readonly adapter: "api-v2" | "wger" | "fake";
  readonly apiUrl: string;
  /** Null if the provider requires none. */
  readonly apiKey: string | null;
  readonly record: IntegrationRecord;
  /** Share of our media quota that one workspace may use, in percent. */
  readonly sharePercent: number;
};

const notes = (meaning: string, unit?: string) => ({
  meaning,
  readers: ["api", "worker"] as const,
  ...(unit !== undefined && { unit }),
});

/** `fake` speaks the same protocol as `api-v2`, on the machine itself. */
const ADAPTERS = ["none", "api-v2", "wger", "fake"] as const;

const hosts = z
  .string()
  .transform((text) =>
    text.split(",").flatMap((host) => (host.trim() === "" ? [] : [host.trim()])),
  );

/** The variables of the provider of exercises. */
export const ExerciseFields = {
  EXERCISE_PROVIDER: z
    .enum(ADAPTERS)
    .default("none")
    .register(
      settingNotes,
      notes(
        "Exercise provider: none, api-v2, wger or fake. `npm start` uses fake unless another is set. In production, api-v2 and wger are called only by https.",
      ),
    ),
  EXERCISE_PROVIDER_KEY: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,39}$/, "has to be a short word in lower case")
    .default("primary")
    .register(
      settingNotes,
      notes("Name of the provider in the database; another name is another provider."),
    ),
  EXERCISE_PROVIDER_URL: address("http://", "https://")
    .optional()
    .register(
      settingNotes,
      notes("Its address, e.g. https://provider.example/api/v2. Required with a provider."),
    ),
  EXERCISE_PROVIDER_API_KEY: z
    .string()
    .min(8)
    .max(200)
    .optional()
    .register(settingNotes, {
      ...notes("Key of the account. Required with a provider; wger needs none."),
      isSecret: true,
    }),
  EXERCISE_PROVIDER_PLAN: z
    .string()
    .max(40)
    .default("unknown")
    .register(settingNotes, notes("Name of the plan of the account.")),
  EXERCISE_PROVIDER_EXERCISES: wholeNumber(0, 1_000_000)
    .optional()
    .register(
      settingNotes,
      notes(
        "Number of different exercises with video that the plan allows in 30 days. Without it there is no limit.",
        "exercises",
      ),
    ),
  EXERCISE_PROVIDER_MINUTES: wholeNumber(0, 10_000_000)
    .optional()
    .register(
      settingNotes,
      notes("Video that the plan allows per month. Without it there is no limit.", "minutes"),
    ),
  EXERCISE_PROVIDER_CALLS_PER_MINUTE: wholeNumber(1, 10_000)
    .default(60)
    .register(settingNotes, notes("Calls that the plan allows.", "calls a minute")),
  EXERCISE_PROVIDER_MEDIA_HOSTS: hosts.prefault("").register(settingNotes, {
    ...notes("Hosts of its media, separated by commas; media from other hosts are refused."),
    written: "",
  }),
  EXERCISE_MEDIA_SHARE_PERCENT: wholeNumber(1, MEDIA_QUOTA.mostSharePercent)
    .default(MEDIA_QUOTA.mostSharePercent)
    .register(settingNotes, {
      meaning: `Maximum share of one workspace in our media quota, 1 to ${MEDIA_QUOTA.mostSharePercent}; the rest is kept for the others.`,
      unit: "percent",
      readers: ["api"],
    }),
};

/** A provider needs its URL and key. In production the fake one is only used if named explicitly. */
export function exerciseMistakes(env: Environment): string[] {
  const adapter = env["EXERCISE_PROVIDER"] ?? "none";
  const isMissing = (name: string) => (env[name] ?? "") === "";
  if (adapter === "none" || adapter === "") {
    const left = ["EXERCISE_PROVIDER_URL", "EXERCISE_PROVIDER_API_KEY"].find(
      (name) => !isMissing(name),
    );
    return left === undefined
      ? []
      : [`EXERCISE_PROVIDER: is required with ${left}; name the provider or remove that`];
  }
  const isProduction = (env["SIDELINE_MODE"] ?? "production") === "production";
  const isPlain = (env["EXERCISE_PROVIDER_URL"] ?? "").startsWith("http://");
  return [
    ...(isMissing("EXERCISE_PROVIDER_URL")
      ? ["EXERCISE_PROVIDER_URL: is required if an exercise provider is named"]
      : []),
    ...(adapter !== "wger" && isMissing("EXERCISE_PROVIDER_API_KEY")
      ? ["EXERCISE_PROVIDER_API_KEY: is required if an exercise provider is named"]
      : []),
    ...(isProduction && isPlain && adapter !== "fake"
      ? ["EXERCISE_PROVIDER_URL: has to begin with https:// in production"]
      : []),
  ];
}

/** The configured provider, or null. */
export function readExercises(
  read: z.output<z.ZodObject<typeof ExerciseFields>>,
): ExerciseConfig | null {
  const { EXERCISE_PROVIDER: adapter, EXERCISE_PROVIDER_URL: apiUrl } = read;
  if (adapter === "none" || apiUrl === undefined) return null;
  return {
    adapter,
    apiUrl,
    apiKey: read.EXERCISE_PROVIDER_API_KEY ?? null,
    record: {
      providerKey: read.EXERCISE_PROVIDER_KEY,
      credentialsReference: "EXERCISE_PROVIDER_API_KEY",
      planKey: read.EXERCISE_PROVIDER_PLAN,
      metered: adapter !== "wger",
      mediaUniqueLimit: read.EXERCISE_PROVIDER_EXERCISES ?? null,
      videoMinutesLimit: read.EXERCISE_PROVIDER_MINUTES ?? null,
      licensePolicy: adapter === "wger" ? "PER_ITEM" : "STREAM_ONLY",
      mediaHosts: read.EXERCISE_PROVIDER_MEDIA_HOSTS,
      callsPerMinute: read.EXERCISE_PROVIDER_CALLS_PER_MINUTE,
    },
    sharePercent: read.EXERCISE_MEDIA_SHARE_PERCENT,
  };
}

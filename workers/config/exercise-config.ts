import * as z from "zod";
import type { IntegrationRecord } from "../../activities/exercises/provider/exercise-provider.ts";
import { MEDIA_QUOTA } from "../../contract/exercises/media-vocabulary.ts";
import { address, type Environment, wholeNumber } from "./environment.ts";

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

/** `fake` speaks the same protocol as `api-v2`, on the machine itself. */
const ADAPTERS = ["none", "api-v2", "wger", "fake"] as const;

const hosts = z
  .string()
  .transform((text) =>
    text.split(",").flatMap((host) => (host.trim() === "" ? [] : [host.trim()])),
  );

/** The variables of the provider of exercises. */
export const ExerciseFields = {
  EXERCISE_PROVIDER: z.enum(ADAPTERS).default("none"),
  EXERCISE_PROVIDER_KEY: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,39}$/, "has to be a short word in lower case")
    .default("primary"),
  EXERCISE_PROVIDER_URL: address("http://", "https://").optional(),
  EXERCISE_PROVIDER_API_KEY: z.string().min(8).max(200).optional(),
  EXERCISE_PROVIDER_PLAN: z.string().max(40).default("unknown"),
  EXERCISE_PROVIDER_EXERCISES: wholeNumber(0, 1_000_000).optional(),
  EXERCISE_PROVIDER_MINUTES: wholeNumber(0, 10_000_000).optional(),
  EXERCISE_PROVIDER_CALLS_PER_MINUTE: wholeNumber(1, 10_000).default(60),
  EXERCISE_PROVIDER_MEDIA_HOSTS: hosts.prefault(""),
  EXERCISE_MEDIA_SHARE_PERCENT: wholeNumber(1, MEDIA_QUOTA.mostSharePercent).default(
    MEDIA_QUOTA.mostSharePercent,
  ),
};

/** A provider needs its URL and key. In production the fake one is only used if named explicitly. */
export function exerciseMistakes(env: Environment): string[] {
  const adapter = env["EXERCISE_PROVIDER"] ?? "none";
  if (adapter === "none" || adapter === "") return [];
  const isMissing = (name: string) => (env[name] ?? "") === "";
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

import { createApiV2Provider } from "../../activities/exercises/provider/create-api-v2-provider.ts";
import type { ExerciseProvider } from "../../activities/exercises/provider/exercise-provider.ts";
import { createWgerProvider } from "../../activities/exercises/provider/create-wger-provider.ts";
import type { ExerciseConfig } from "../config/fields/exercise-fields.ts";

/** The configured exercise provider; null if there is none. */
export function openExerciseProvider(config: ExerciseConfig | null): ExerciseProvider | null {
  if (config === null) return null;
  const { adapter, apiUrl, record } = config;
  if (adapter === "wger") return createWgerProvider({ record, apiUrl });
  const apiKey = config.apiKey ?? "";
  return createApiV2Provider({ record, apiUrl, apiKey, allowsPlainMedia: adapter === "fake" });
}

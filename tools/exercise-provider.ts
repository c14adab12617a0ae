import { pino } from "pino";
import { readConfig } from "../workers/config/config.ts";
import { announceReady } from "../workers/announce-ready.ts";
import { startExerciseProvider } from "./exercise-provider/start-exercise-provider.ts";

const { exercises, log: logging } = readConfig(process.env);
const log = pino({ name: "exercise-provider", level: logging.level });
if (exercises?.adapter !== "fake" || exercises.apiKey === null) {
  throw new Error("EXERCISE_PROVIDER names another provider, so the fake one is not needed.");
}
const provider = await startExerciseProvider({
  port: Number(new URL(exercises.apiUrl).port),
  apiKey: exercises.apiKey,
});
process.once("SIGTERM", () => void provider.stop().then(() => process.exit(0)));
announceReady(log, { apiUrl: provider.apiUrl });

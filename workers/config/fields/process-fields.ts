import * as z from "zod";
import { port } from "../environment.ts";
import { PRODUCT, settingNotes, type Reader } from "../setting-notes.ts";

/** Log levels, from most to least urgent. */
export const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace"] as const;

const healthPort = (reader: Reader, meaning: string) =>
  port()
    .optional()
    .register(settingNotes, { meaning, readers: [reader, "launcher"] });

/** Settings of every process. */
export const ProcessFields = {
  SIDELINE_MODE: z.enum(["embedded", "production"]).default("production").register(settingNotes, {
    meaning: "Production refuses http addresses, weak or equal keys and the owner's role.",
    readers: PRODUCT,
    reload: "KEPT",
  }),
  SIDELINE_DATA_DIR: z
    .string()
    .default(".sideline")
    .register(settingNotes, {
      meaning:
        "Folder of files outside the database: the workflow bundle, and media without a bucket. The embedded stack keeps its data, logs and keys there.",
      readers: ["api", "worker", "relay", "launcher"],
      reload: "KEPT",
    }),
  LOG_LEVEL: z
    .enum(LOG_LEVELS)
    .default("info")
    .register(settingNotes, {
      meaning: "Least urgent lines that are logged: fatal, error, warn, info, debug or trace.",
      readers: [...PRODUCT, "launcher"],
    }),
  API_HEALTH_PORT: healthPort(
    "api",
    "Port of /metrics and a detailed /health, for operators only; never make it public. Without it there are no metrics.",
  ),
  WORKER_HEALTH_PORT: healthPort(
    "worker",
    "Port of /health/live, /health/ready and /metrics. Without it they are not served.",
  ),
  RELAY_HEALTH_PORT: healthPort(
    "relay",
    "Port of /health/live, /health/ready and /metrics. Without it they are not served.",
  ),
};

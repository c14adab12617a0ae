import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { StackPorts } from "../../tools/launcher-config.ts";
import { surroundings } from "../harness/surroundings.ts";
import { COMPILED } from "./workers/processes.ts";

/** The folder and ports of a tour. */
export interface TourPlace {
  readonly dataDir: string;
  readonly ports: StackPorts;
}

/** The exit code of a tour, and its output. */
export interface TourPlay {
  readonly code: number | null;
  readonly output: string;
}

/** Each play starts a second stack for its next day. */
export const LONGEST_TOUR_MS = 480_000;

/** Plays `npm run tour` like a person at a terminal. */
export async function playTour({ dataDir, ports }: TourPlace): Promise<TourPlay> {
  const child = spawn(process.execPath, ["tools/tour.ts"], {
    env: {
      ...surroundings,
      NODE_COMPILE_CACHE: COMPILED,
      SIDELINE_DATA_DIR: dataDir,
      API_PORT: String(ports.api),
      PROVIDER_PORT: String(ports.provider),
      MAILBOX_PORT: String(ports.mailbox),
      EXERCISES_PORT: String(ports.exercises),
      TEMPORAL_PORT: String(ports.temporal),
      TEMPORAL_UI_PORT: String(ports.temporalUi),
      POSTGRES_PORT: String(ports.postgres),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [output] = await Promise.all([text(child.stdout), once(child, "close")]);
  return { code: child.exitCode, output };
}

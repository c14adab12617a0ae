import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import {
  removeRunningInstallation,
  writeRunningInstallation,
} from "../../workers/operator/running-installation.ts";
import { StackKeycloak } from "../keycloak/keycloak-place.ts";
import { findLauncher } from "../processes/launcher-lock.ts";

const RunningStack = z.strictObject({
  urls: z.strictObject({
    api: z.string(),
    apiReference: z.string(),
    /** The stand-in page for the native apps; null with a Keycloak. */
    phone: z.string().nullable(),
    mailbox: z.string(),
    pushes: z.string(),
    /** Issuer of the tokens. */
    provider: z.string(),
    temporalUi: z.string(),
  }),
  /** The identity provider, and how other commands reach it. */
  identityProvider: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("development") }),
    StackKeycloak.extend({ kind: z.literal("keycloak") }),
  ]),
  temporal: z.strictObject({ address: z.string(), namespace: z.string(), taskQueue: z.string() }),
  database: z.strictObject({ url: z.string(), ownerUrl: z.string() }),
  ports: z.record(z.string(), z.int()),
  /** Number of settlement lanes, if it is not that of the environment. */
  lanes: z.int().positive().optional(),
  /** Process id of each part. */
  pids: z.record(z.string(), z.int()),
});

/** A running embedded stack, as other commands find it. */
export type RunningStack = z.infer<typeof RunningStack>;

const fileOf = (directory: string) => join(directory, "stack.json");

/** The stack that runs on a data folder, or null. */
export function findStack(directory: string): RunningStack | null {
  if (findLauncher(directory) === null || !existsSync(fileOf(directory))) return null;
  return RunningStack.parse(JSON.parse(readFileSync(fileOf(directory), "utf8")));
}

/** The stack that runs on a data folder. Throws an Error that says what to do when there is none. */
export function requireStack(directory: string): RunningStack {
  const stack = findStack(directory);
  if (stack !== null) return stack;
  throw new Error(
    findLauncher(directory) === null
      ? "No stack runs here. Start it with: npm start"
      : "The stack is still starting. Try again when it shows its banner.",
  );
}

/**
 * Writes the stack's description, which contains passwords and is readable only by its owner. The operator's commands
 * do not know embedded stacks; a file next to it tells them database and Temporal.
 */
export function writeStack(directory: string, stack: RunningStack): void {
  writeRunningInstallation(directory, {
    databaseUrl: stack.database.url,
    temporal: stack.temporal,
    lanes: stack.lanes,
    launcherPid: process.pid,
  });
  const draft = `${fileOf(directory)}.new`;
  writeFileSync(draft, JSON.stringify(stack, null, 1), { mode: 0o600 });
  renameSync(draft, fileOf(directory));
}

/** Removes the stack's description from a data folder. */
export function removeStack(directory: string): void {
  removeRunningInstallation(directory);
  rmSync(fileOf(directory), { force: true });
}

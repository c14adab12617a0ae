import { cp } from "node:fs/promises";
import { constants, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Child, type ChildEnd, startChild } from "../child-process.ts";
import type { KeycloakInstallation } from "./find-keycloak.ts";

export type KeycloakOptions = {
  readonly installation: KeycloakInstallation;
  /** Folder of this Keycloak: its copy of the program and its data, which last over restarts. */
  readonly directory: string;
  readonly port: number;
  /** The realm file, as text. */
  readonly realm: string;
  readonly realmName: string;
  readonly adminPassword: string;
  /** The surroundings, and what the realm file names by `\${...}`. */
  readonly env: NodeJS.ProcessEnv;
  readonly onLine: (line: string) => void;
  readonly onStart?: (child: Child) => void;
};

/** A Keycloak of our own on the loopback address. */
export type RunningKeycloak = {
  readonly url: string;
  readonly issuer: string;
  readonly stop: () => Promise<void>;
};

const READY_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 15_000;
const ASK_AGAIN_MS = 200;

/** Starts Keycloak in its development mode and waits until the realm answers. */
export async function startKeycloak(options: KeycloakOptions): Promise<RunningKeycloak> {
  const home = join(options.directory, "keycloak");
  // Starting writes into the folder of the program, so each Keycloak has its own.
  if (!existsSync(home)) {
    const { distribution } = options.installation;
    await cp(distribution, home, { recursive: true, mode: constants.COPYFILE_FICLONE });
  }
  mkdirSync(join(home, "data", "import"), { recursive: true });
  writeFileSync(join(home, "data", "import", `${options.realmName}-realm.json`), options.realm);
  const child = await startChild({
    name: "keycloak",
    command: "sh",
    args: [
      join(home, "bin", "kc.sh"),
      "start-dev",
      "--import-realm",
      "--http-host=127.0.0.1",
      `--http-port=${options.port}`,
    ],
    env: {
      ...options.env,
      JAVA: options.installation.java,
      KC_BOOTSTRAP_ADMIN_USERNAME: "admin",
      KC_BOOTSTRAP_ADMIN_PASSWORD: options.adminPassword,
    },
    onLine: options.onLine,
    onStart: options.onStart,
  });
  const url = `http://127.0.0.1:${options.port}`;
  const issuer = `${url}/realms/${options.realmName}`;
  try {
    await untilReady(issuer, child.ended);
  } catch (error) {
    await endGroup(child.record.pid);
    throw error;
  }
  return { url, issuer, stop: () => endGroup(child.record.pid) };
}

async function untilReady(issuer: string, ended: Promise<ChildEnd>): Promise<void> {
  let end: ChildEnd | null = null;
  void ended.then((reached) => {
    end = reached;
  });
  for (const startedAt = performance.now(); performance.now() - startedAt < READY_LIMIT_MS;) {
    const answer = await fetch(`${issuer}/.well-known/openid-configuration`).catch(() => null);
    if (answer?.ok === true) return;
    if (end !== null) throw new Error("Keycloak ended before it was ready; its log says why.");
    await sleep(ASK_AGAIN_MS);
  }
  throw new Error(`Keycloak was not ready after ${READY_LIMIT_MS / 1000} s.`);
}

// The script starts Java and waits for it: both are told, and both have to be gone.
async function endGroup(pid: number): Promise<void> {
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    if (!tellGroup(pid, signal)) return;
    for (const toldAt = performance.now(); performance.now() - toldAt < STOP_LIMIT_MS;) {
      if (!tellGroup(pid, 0)) return;
      await sleep(ASK_AGAIN_MS);
    }
  }
}

/** False when nobody is left in the group. */
function tellGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

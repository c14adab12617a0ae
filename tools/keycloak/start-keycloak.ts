import {
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from "node:fs";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Child, type ChildEnd, startChild } from "../processes/child-process.ts";
import type { EndingSteps } from "../processes/process-record.ts";
import type { KeycloakInstallation } from "./find-keycloak.ts";

/** Starts Keycloak, by default in its development mode, and waits until the realm answers. */
export async function startKeycloak(options: KeycloakOptions): Promise<RunningKeycloak> {
  const home = join(options.directory, "keycloak");
  await copyProgram(options.installation.distribution, home);
  mkdirSync(join(home, "data", "import"), { recursive: true });
  writeFileSync(join(home, "data", "import", `${options.realmName}-realm.json`), options.realm);
  const child = await startChild({
    name: "keycloak",
    command: "sh",
    args: [
      join(home, "bin", "kc.sh"),
      ...(options.command ?? DEVELOPMENT),
      "--http-host=127.0.0.1",
      `--http-port=${options.port}`,
    ],
    env: {
      // Starts sooner; the compiler for long runs would not pay off in a development server.
      JAVA_OPTS_APPEND: "-XX:TieredStopAtLevel=1",
      ...options.env,
      JAVA: options.installation.java,
      KC_BOOTSTRAP_ADMIN_USERNAME: "admin",
      KC_BOOTSTRAP_ADMIN_PASSWORD: options.adminPassword,
    },
    // The script starts Java and waits for it.
    group: true,
    ending: ENDING,
    onLine: options.onLine,
    onStart: options.onStart,
  });
  const url = `http://127.0.0.1:${options.port}`;
  const issuer = `${url}/realms/${options.realmName}`;
  try {
    await untilReady(issuer, child.ended);
  } catch (error) {
    await child.stop();
    throw error;
  }
  return { url, issuer, child, stop: () => child.stop() };
}

export type KeycloakOptions = {
  readonly installation: KeycloakInstallation;
  /** Folder of this Keycloak: its copy of the program, and its data, which survive restarts. */
  readonly directory: string;
  readonly port: number;
  /** The realm file as text; imported if the data do not have this realm yet. */
  readonly realm: string;
  readonly realmName: string;
  /** Used when the data are created. */
  readonly adminPassword: string;
  /** Environment variables. */
  readonly env: NodeJS.ProcessEnv;
  /** The command of its script; that of the development mode by default. */
  readonly command?: readonly string[] | undefined;
  readonly onLine: (line: string) => void;
  readonly onStart?: (child: Child) => void;
};

/** Our own Keycloak on the loopback address. */
export type RunningKeycloak = {
  readonly url: string;
  readonly issuer: string;
  readonly child: Child;
  readonly stop: () => Promise<unknown>;
};

const DEVELOPMENT = ["start-dev", "--import-realm"] as const;

const READY_LIMIT_MS = 300_000;
const ASK_AGAIN_MS = 200;

const ENDING: EndingSteps = [
  ["SIGTERM", 15_000],
  ["SIGKILL", 2000],
];

/**
 * Starting writes into the program's folder, so each Keycloak has its own copy. An incomplete copy or one of another
 * version is replaced; the data stay.
 */
async function copyProgram(distribution: string, home: string): Promise<void> {
  const mark = join(home, "copied-from");
  if (existsSync(mark) && readFileSync(mark, "utf8") === distribution) return;
  const old = existsSync(home) ? readdirSync(home).filter((name) => name !== "data") : [];
  for (const name of old) await rm(join(home, name), { recursive: true });
  await cp(distribution, home, { recursive: true, mode: constants.COPYFILE_FICLONE });
  writeFileSync(mark, distribution);
}

async function untilReady(issuer: string, ended: Promise<ChildEnd>): Promise<void> {
  let end: ChildEnd | null = null;
  void ended.then((reached) => {
    end = reached;
  });
  for (const startedAt = performance.now(); performance.now() - startedAt < READY_LIMIT_MS;) {
    const answer = await fetch(`${issuer}/.well-known/openid-configuration`).catch(() => null);
    if (answer?.ok === true) return;
    if (end !== null) throw new Error("Keycloak ended before it was ready; see its log.");
    await sleep(ASK_AGAIN_MS);
  }
  throw new Error(`Keycloak was not ready after ${READY_LIMIT_MS / 1000} s.`);
}

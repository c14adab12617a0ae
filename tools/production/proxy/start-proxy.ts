import { mkdirSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { type Child, startChild } from "../../processes/child-process.ts";
import { openLogFile } from "../../processes/log-file.ts";
import { tryProgram } from "../../processes/program-ladder.ts";
import { findHaproxy } from "./find-haproxy.ts";
import { type ProxyPlan, proxyConfiguration } from "./proxy-configuration.ts";

/**
 * Starts HAProxy in front of the APIs and the database, and waits until it listens.
 *
 * @throws Error with HAProxy's own words if its configuration is wrong or it ends.
 */
export async function startProxy(options: ProxyOptions): Promise<Proxy> {
  const { folder, env, say } = options;
  mkdirSync(folder, { recursive: true });
  const program = await findHaproxy({ env, say });
  const file = join(folder, "haproxy.cfg");
  const log = openLogFile(join(folder, "haproxy.log"));
  const adminSocket = join(folder, "haproxy.sock");
  writeFileSync(file, proxyConfiguration({ ...options, adminSocket }), { mode: 0o600 });
  const { ok, output } = await tryProgram(program, ["-c", "-q", "-f", file]);
  if (!ok) throw new Error(`HAProxy refuses its configuration ${file}:\n${output}`);
  const child = await startChild({
    name: "haproxy",
    command: program,
    args: ["-db", "-f", file],
    env: { PATH: env["PATH"] },
    // The first signal waits until every connection has ended, so it would wait for long polls.
    ending: [
      ["SIGTERM", 2_000],
      ["SIGKILL", 2_000],
    ],
    onLine: (line) => log.write(line),
    onStart: options.onStart,
  });
  const ask = (command: string) => askHaproxy(adminSocket, command);
  await untilAnswers(child, ask);
  await openDatabase(ask, options);
  return {
    url: `http://127.0.0.1:${options.ports.api}`,
    child,
    ask,
    stop: async () => void (await child.stop()),
    untilUp: (server) => untilUp(ask, server),
  };
}

/** A running proxy. */
export interface Proxy {
  /** Address of the APIs. */
  readonly url: string;
  readonly child: Child;
  /** Sends a command to HAProxy and returns its answer. */
  ask(command: string): Promise<string>;
  /** Waits until it sends requests to a server, such as `apis/api_1`. */
  untilUp(server: string): Promise<void>;
  stop(): Promise<void>;
}

/** Folder, ports and servers of the proxy. */
export interface ProxyOptions extends Omit<ProxyPlan, "adminSocket"> {
  /** Folder of its configuration and its log. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly say: (line: string) => void;
  readonly onStart?: (child: Child) => void;
}

const LIMIT_MS = 60_000;
const ASK_AGAIN_MS = 50;

async function askHaproxy(socketPath: string, command: string): Promise<string> {
  const socket = createConnection({ path: socketPath });
  socket.setTimeout(2_000, () => socket.destroy(new Error("HAProxy does not answer.")));
  socket.end(`${command}\n`);
  return await text(socket);
}

async function untilAnswers(child: Child, ask: Proxy["ask"]): Promise<void> {
  const late = performance.now() + LIMIT_MS;
  let hasEnded = false;
  void child.ended.then(() => {
    hasEnded = true;
  });
  while (!(await answers(ask))) {
    if (hasEnded) throw new Error("HAProxy ended while it was starting; its log says why.");
    if (performance.now() > late) throw new Error("HAProxy did not answer in time.");
    await sleep(ASK_AGAIN_MS);
  }
}

async function answers(ask: Proxy["ask"]): Promise<boolean> {
  try {
    return (await ask("show info")).includes("Version");
  } catch {
    return false;
  }
}

/** Lets clients reach the members once HAProxy has checked each of them. */
async function openDatabase(ask: Proxy["ask"], { database }: ProxyOptions): Promise<void> {
  for (const { name } of database)
    await until(ask, `primary/${name}`, ({ check }) => check !== "INI" && check !== "");
  for (const { name } of database) await ask(`set server primary/${name} weight 1`);
}

/** Before its first check a server counts as up. */
async function untilUp(ask: Proxy["ask"], server: string): Promise<void> {
  await until(ask, server, ({ status, check }) => status === "UP" && check === "L7OK");
}

/** State of a server, and the result of its last check. */
interface ServerState {
  readonly status: string;
  readonly check: string;
}

async function until(
  ask: Proxy["ask"],
  server: string,
  holds: (state: ServerState) => boolean,
): Promise<void> {
  const late = performance.now() + LIMIT_MS;
  for (;;) {
    const state = await stateOf(ask, server);
    if (holds(state)) return;
    if (performance.now() > late) throw new Error(`${server} is ${state.status} (${state.check}).`);
    await sleep(ASK_AGAIN_MS);
  }
}

async function stateOf(ask: Proxy["ask"], server: string): Promise<ServerState> {
  const [backend, name] = server.split("/");
  const [heading = [], ...lines] = (await ask("show stat"))
    .split("\n")
    .map((line) => line.replace("# ", "").split(","));
  const found = lines.find(([proxy, one]) => proxy === backend && one === name) ?? [];
  const column = (title: string) => found[heading.indexOf(title)] ?? "";
  // A star marks a check that is under way.
  return { status: column("status"), check: column("check_status").replace("* ", "") };
}

import { mkdirSync, writeFileSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { createConnection } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { type Child, startChild } from "../../processes/child-process.ts";
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
    onLine: (line) => void appendFile(join(folder, "haproxy.log"), `${line}\n`),
    onStart: options.onStart,
  });
  const ask = (command: string) => askHaproxy(adminSocket, command);
  await untilAnswers(child, ask);
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

async function untilUp(ask: Proxy["ask"], server: string): Promise<void> {
  const [backend, name] = server.split("/");
  const late = performance.now() + LIMIT_MS;
  for (;;) {
    const lines = (await ask("show stat")).split("\n").map((line) => line.split(","));
    const status = lines.find(([proxy, one]) => proxy === backend && one === name)?.[STATUS];
    if (status === "UP") return;
    if (performance.now() > late) throw new Error(`${server} is ${status ?? "unknown"}.`);
    await sleep(ASK_AGAIN_MS);
  }
}

/** Column of `show stat`. */
const STATUS = 17;

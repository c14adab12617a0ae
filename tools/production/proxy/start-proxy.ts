import { mkdirSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { type Child, startChild } from "../../processes/child-process.ts";
import type { EndingSteps } from "../../processes/process-record.ts";
import { openLogFile } from "../../processes/log-file.ts";
import { tryProgram } from "../../processes/program-ladder.ts";
import { findHaproxy } from "./find-haproxy.ts";
import { NO_STATE, type ProxyPlan, proxyConfiguration } from "./proxy-configuration.ts";

/**
 * Starts HAProxy in front of the APIs and the database, and waits until it listens.
 *
 * @throws Error with HAProxy's own words if its configuration is wrong or it ends.
 */
export async function startProxy(options: ProxyOptions): Promise<Proxy> {
  const { certificate, env, folder, ports, say } = options;
  mkdirSync(folder, { recursive: true });
  const program = await findHaproxy({ env, say });
  const files = filesIn(folder);
  writeFileSync(files.stateFile, NO_STATE);
  writeFileSync(files.configuration, proxyConfiguration({ ...options, ...files }), { mode: 0o600 });
  const ask = (command: string) => askHaproxy(files.adminSocket, command);
  const running = { ...options, program, files, log: openLogFile(join(folder, "haproxy.log")) };
  let child = await run(running, []);
  const children = [child];
  await openDatabase(ask, options);
  return {
    url: `${certificate === undefined ? "http" : "https"}://127.0.0.1:${ports.api}`,
    get child() {
      return child;
    },
    ask,
    async reload() {
      writeFileSync(files.stateFile, await ask("show servers state"));
      child = await run(running, ["-x", files.adminSocket, "-sf", String(child.record.pid)]);
      children.push(child);
    },
    stop: async () => void (await Promise.all(children.map((one) => one.stop()))),
    untilUp: (server) => untilUp(ask, server),
  };
}

interface Running extends Pick<ProxyOptions, "env" | "onStart"> {
  readonly program: string;
  readonly files: ReturnType<typeof filesIn>;
  readonly log: ReturnType<typeof openLogFile>;
}

/** Starts a process of HAProxy and waits until it answers. */
async function run(
  { env, files, log, onStart, program }: Running,
  further: readonly string[],
): Promise<Child> {
  const { configuration } = files;
  const { ok, output } = await tryProgram(program, ["-c", "-q", "-f", configuration]);
  if (!ok) throw new Error(`HAProxy refuses its configuration ${configuration}:\n${output}`);
  const child = await startChild({
    name: "haproxy",
    command: program,
    args: ["-db", "-f", configuration, ...further],
    env: { PATH: env["PATH"] },
    ending: ENDING,
    onLine: (line) => log.write(line),
    onStart,
  });
  await untilAnswers(child, (command) => askHaproxy(files.adminSocket, command));
  return child;
}

const filesIn = (folder: string) => ({
  configuration: join(folder, "haproxy.cfg"),
  adminSocket: join(folder, "haproxy.sock"),
  stateFile: join(folder, "haproxy.state"),
});

/** The first signal of HAProxy waits until every connection has ended, so it would wait for long polls. */
const ENDING: EndingSteps = [
  ["SIGTERM", 2_000],
  ["SIGKILL", 2_000],
];

/** A running proxy. */
export interface Proxy {
  /** Address of the APIs. */
  readonly url: string;
  readonly child: Child;
  /**
   * Replaces the process by one that reads configuration and certificate again, without closing the ports. The former
   * process answers what it has received; it ends once the database's connections through it have.
   */
  reload(): Promise<void>;
  /** Sends a command to HAProxy and returns its answer. */
  ask(command: string): Promise<string>;
  /** Waits until it sends requests to a server, such as `apis/api_1`. */
  untilUp(server: string): Promise<void>;
  stop(): Promise<void>;
}

/** Folder, ports and servers of the proxy. */
export interface ProxyOptions extends Omit<ProxyPlan, "adminSocket" | "stateFile"> {
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
  while (!(await answers(child, ask))) {
    if (hasEnded) throw new Error("HAProxy ended while it was starting; its log says why.");
    if (performance.now() > late) throw new Error("HAProxy did not answer in time.");
    await sleep(ASK_AGAIN_MS);
  }
}

async function answers({ record }: Child, ask: Proxy["ask"]): Promise<boolean> {
  try {
    return (await ask("show info")).split("\n").includes(`Pid: ${record.pid}`);
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

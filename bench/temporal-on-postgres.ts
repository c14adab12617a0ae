// A Temporal server whose store is the stack's PostgreSQL, with the command line of the CLI's dev server. It finds
// the stack's folder in HOME, creates user, databases and schema, and runs until it is stopped. Its first argument
// has the paths of the server's programs, as JSON.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Connection } from "@temporalio/client";
import { msToTs } from "@temporalio/common/lib/time.js";
import { Client } from "pg";
import { z } from "zod";
import { openStackSecrets } from "../tools/stack/stack-secrets.ts";
import { SERVER_VERSION } from "../tools/temporal/server-program.ts";
import { freePorts } from "./stack/free-ports.ts";
import { roleConfig, TEMPORAL_DATABASES, TEMPORAL_USER } from "../tools/temporal/role-config.ts";
import { updateSchema } from "../tools/temporal/update-schema.ts";

const Programs = z.object({ server: z.string(), schemaTool: z.string() });
const VERSION = `temporal version on PostgreSQL (Server ${SERVER_VERSION}, no UI)\n`;
const PARTS = 7;
const CONNECTIONS = 20;
/** Same as in the compose file. */
const SHARDS = 512;
const RETENTION = "7 days";
const ASK_AGAIN_MS = 500;
const PORT_LINE = 3;
const DYNAMIC_CONFIG = new URL("../deploy/temporal/dynamic-config.yaml", import.meta.url).pathname;

const [, , programsText = "", ...args] = process.argv;
if (args.includes("--version")) process.stdout.write(VERSION);
else if (!args.includes("--help")) await serve();

async function serve(): Promise<void> {
  const programs = Programs.parse(JSON.parse(programsText));
  const folder = process.env["HOME"] ?? "";
  const { superuser } = openStackSecrets(folder).passwords;
  const port = Number(readFileSync(postmasterFile(folder), "utf8").split("\n")[PORT_LINE]);
  await makeDatabases(`postgresql://postgres:${superuser}@127.0.0.1:${port}/postgres`, superuser);
  await updateSchema(programs.schemaTool, { port, password: superuser });
  const root = join(folder, "temporal-server");
  mkdirSync(join(root, "config"), { recursive: true });
  const frontendPort = Number(valueOf("--port"));
  const config = roleConfig({
    frontendPort,
    roles: spreadPorts(frontendPort, await freePorts(PARTS)),
    postgres: { port, password: superuser, connections: CONNECTIONS },
    shards: SHARDS,
    dynamicConfigFile: DYNAMIC_CONFIG,
  });
  writeFileSync(join(root, "config", "production.yaml"), config);
  const start = ["--root", root, "--env", "production", "--allow-no-auth", "start"];
  const server = spawn(programs.server, start, { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => server.kill(signal));
  server.once("exit", (code) => process.exit(code ?? 1));
  await makeNamespace(valueOf("--port"), valueOf("--namespace"));
}

/** Two ports for each role: the one where it answers, and the one where the members find each other. */
function spreadPorts(frontendPort: number, ports: readonly number[]) {
  const portOf = (place: number) => ports[place] ?? 0;
  return {
    frontend: { grpcPort: frontendPort, membershipPort: portOf(0) },
    history: { grpcPort: portOf(1), membershipPort: portOf(2) },
    matching: { grpcPort: portOf(3), membershipPort: portOf(4) },
    worker: { grpcPort: portOf(5), membershipPort: portOf(6) },
  };
}

function valueOf(flag: string): string {
  return args[args.indexOf(flag) + 1] ?? "";
}

/** Creates the namespace as soon as the server answers; the launcher waits for it. */
async function makeNamespace(port: string, namespace: string): Promise<void> {
  const retention = msToTs(RETENTION);
  for (;;) {
    try {
      const connection = await Connection.connect({ address: `127.0.0.1:${port}` });
      await connection.workflowService.registerNamespace({
        namespace,
        workflowExecutionRetentionPeriod: retention,
      });
      return await connection.close();
    } catch {
      await sleep(ASK_AGAIN_MS);
    }
  }
}

function postmasterFile(folder: string): string {
  return join(folder, "postgres", "postmaster.pid");
}

async function makeDatabases(url: string, password: string): Promise<void> {
  const superuser = new Client({ connectionString: url });
  await superuser.connect();
  await superuser.query(`create role ${TEMPORAL_USER} login password '${password}'`);
  for (const database of Object.values(TEMPORAL_DATABASES))
    await superuser.query(`create database ${database} owner ${TEMPORAL_USER}`);
  await superuser.end();
}

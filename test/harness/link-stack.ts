import { newId } from "../../db/platform/new-id.ts";
import { findFreePorts } from "../../tools/processes/ports.ts";
import { processEnvironment } from "../factories/workers/processes.ts";
import { newTestFolder } from "./context.ts";
import { useOwnDatabase, type TestDatabase } from "./database.ts";
import { type LinkedPart, openLinkedParts, PARTS, type Part } from "./linked-parts.ts";
import { openNamespace } from "./namespace.ts";

/** The processes of the product, each with its own links that can fail. */
export interface LinkStack {
  readonly database: TestDatabase;
  readonly apiUrl: string;
  /** The API's internal health address, which reports its dependencies. */
  readonly healthUrl: string;
  readonly links: Readonly<Record<Part, LinkedPart["links"]>>;
  /** Log lines about parts that ended and were restarted. */
  readonly output: readonly string[];
  close(): Promise<void>;
}

/** Starts the three processes, on PostgreSQL and Temporal of the test run. */
export async function openLinkStack(issuer: string): Promise<LinkStack> {
  const { ground, env, output } = await openPartsGround("links", issuer);
  const [apiPort = 0, healthPort = 0] = await findFreePorts(2);
  const own = { API_PORT: String(apiPort), API_HEALTH_PORT: String(healthPort) };
  const plans = PARTS.map((part) => ({ part, name: part, env: { ...env, ...own } }));
  const { parts, close } = await openLinkedParts(ground, plans);
  const [api, worker, relay] = parts;
  if (api === undefined || worker === undefined || relay === undefined)
    throw new Error("A part was not started");
  const urlOf = (port: number) => `http://127.0.0.1:${port}`;
  return {
    database: ground.database,
    apiUrl: urlOf(apiPort),
    healthUrl: urlOf(healthPort),
    links: { api: api.links, worker: worker.links, relay: relay.links },
    output,
    close,
  };
}

/** A database, a namespace and a log folder for the parts, and the environment they share. */
export async function openPartsGround(name: string, issuer: string) {
  const database = await useOwnDatabase();
  const { address, namespace } = await openNamespace();
  const output: string[] = [];
  const ground = {
    directory: newTestFolder(name),
    database,
    temporalAddress: address,
    say: (line: string) => void output.push(line),
  };
  const taskQueue = `${name}-${newId()}`;
  const env = {
    ...processEnvironment(database, { address, namespace, taskQueue }),
    OIDC_ISSUER: issuer,
  };
  return { ground, env, output };
}

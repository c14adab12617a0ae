import { dirname, join } from "node:path";
import { appendFileSync } from "node:fs";
import { newId } from "../../db/new-id.ts";
import type { Child } from "../../dev/processes/child-process.ts";
import { rememberChild } from "../../dev/processes/children-record.ts";
import { startNodePart } from "../../dev/processes/node-part.ts";
import { findFreePorts } from "../../dev/processes/ports.ts";
import { startSupervisedPart } from "../../dev/processes/supervised-part.ts";
import { processEnvironment } from "../factories/processes.ts";
import { newTestFolder } from "./context.ts";
import { openTestDatabase, type TestDatabase } from "./database.ts";
import { type FaultyWay, openFaultyWay, reachedBy } from "./faulty-way.ts";
import { openNamespace } from "./namespace.ts";

/** The processes of the product. */
export const PARTS = ["api", "worker", "relay"] as const;
export type Part = (typeof PARTS)[number];

/** What they are linked to. */
export const SERVERS = ["database", "temporal"] as const;
export type Server = (typeof SERVERS)[number];

/** The processes of the product, each with links of its own that can fail. */
export interface LinkStack {
  readonly database: TestDatabase;
  readonly apiUrl: string;
  /** Where the API says inside what it depends on. */
  readonly healthUrl: string;
  readonly links: Readonly<Record<Part, Readonly<Record<Server, FaultyWay>>>>;
  /** What was said of parts that ended and run again. */
  readonly said: readonly string[];
  close(): Promise<void>;
}

/** Starts the three processes, on PostgreSQL and Temporal of the test run. */
export async function openLinkStack(issuer: string): Promise<LinkStack> {
  const directory = newTestFolder("links");
  const database = await openTestDatabase();
  const { address, namespace } = await openNamespace();
  const [apiPort = 0, healthPort = 0] = await findFreePorts(2);
  const surroundings = {
    ...processEnvironment(database, { address, namespace, taskQueue: `links-${newId()}` }),
    OIDC_ISSUER: issuer,
    API_PORT: String(apiPort),
    API_HEALTH_PORT: String(healthPort),
  };
  const said: string[] = [];
  const children = new Map<Part, Child>();
  const stopping = new AbortController();
  const ways: FaultyWay[] = [];
  const linksOf = async () => {
    const links = {
      database: await openFaultyWay(Number(new URL(database.appUrl).port)),
      temporal: await openFaultyWay(Number(address.split(":").at(-1))),
    };
    ways.push(...Object.values(links));
    return links;
  };
  const links = { api: await linksOf(), worker: await linksOf(), relay: await linksOf() };
  const start = (part: Part) => () =>
    startNodePart({
      name: part,
      entry: new URL(`../../workers/${part}.ts`, import.meta.url),
      env: {
        ...surroundings,
        DATABASE_URL: reachedBy(links[part].database, database.appUrl),
        TEMPORAL_ADDRESS: `127.0.0.1:${links[part].temporal.port}`,
      },
      onLine: (line) => appendFileSync(join(directory, `${part}.log`), `${line}\n`),
      onStart: (child) => {
        rememberChild(dirname(directory), child.record);
        children.set(part, child);
      },
    });
  const close = async () => {
    stopping.abort();
    for (const child of children.values()) await child.stop([["SIGKILL", 5_000]]);
    await Promise.all(ways.map((way) => way.close()));
  };
  const say = (line: string) => void said.push(line);
  try {
    for (const part of PARTS) {
      await startSupervisedPart({ name: part, say, stopping: stopping.signal, start: start(part) });
    }
  } catch (error) {
    await close();
    throw error;
  }
  const urlOf = (port: number) => `http://127.0.0.1:${port}`;
  const urls = { apiUrl: urlOf(apiPort), healthUrl: urlOf(healthPort) };
  return { database, ...urls, links, said, close };
}

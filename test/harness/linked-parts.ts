import { appendFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Child } from "../../tools/processes/child-process.ts";
import { rememberChild } from "../../tools/processes/children-record.ts";
import { startNodePart } from "../../tools/processes/node-part.ts";
import { startSupervisedPart } from "../../tools/processes/supervised-part.ts";
import type { TestDatabase } from "./database.ts";
import { type FaultyWay, openFaultyWay, reachedBy } from "./faulty-way.ts";

/** The processes of the product. */
export const PARTS = ["api", "worker", "relay"] as const;
export type Part = (typeof PARTS)[number];

/** The servers they are linked to. */
export const SERVERS = ["database", "temporal"] as const;
export type Server = (typeof SERVERS)[number];

/** A process of the product that is restarted when it ends, with its own links that can fail. */
export interface LinkedPart {
  readonly part: Part;
  readonly name: string;
  readonly links: Readonly<Record<Server, FaultyWay>>;
  /** Whether it runs and has reported that it is ready. */
  isReady(): boolean;
  /** Sends a signal to the current process, if one runs. */
  signal(signal: NodeJS.Signals): void;
}

/** The folder, servers and log of a group of parts. */
export interface PartsGround {
  /** The folder of their logs. */
  readonly directory: string;
  readonly database: TestDatabase;
  readonly temporalAddress: string;
  /** Called with a line for each part that ended and was restarted. */
  readonly say: (line: string) => void;
}

/** A part to start: `name` is its own, `env` its environment without the addresses of its links. */
export interface PartPlan {
  readonly part: Part;
  readonly name: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Starts processes of the product one after the other, each with its links; stops those already started if one fails.
 */
export async function openLinkedParts(
  ground: PartsGround,
  plans: readonly PartPlan[],
): Promise<{ readonly parts: readonly LinkedPart[]; readonly close: () => Promise<void> }> {
  const stopping = new AbortController();
  const parts: LinkedPart[] = [];
  const children = new Map<string, Child>();
  const close = async () => {
    stopping.abort();
    for (const child of children.values()) await child.stop([["SIGKILL", 5_000]]);
    await Promise.all(parts.flatMap(({ links }) => Object.values(links).map((way) => way.close())));
  };
  try {
    for (const plan of plans) parts.push(await openPart(ground, plan, { stopping, children }));
  } catch (error) {
    await close();
    throw error;
  }
  return { parts, close };
}

async function openPart(
  { directory, database, temporalAddress, say }: PartsGround,
  { part, name, env }: PartPlan,
  run: { readonly stopping: AbortController; readonly children: Map<string, Child> },
): Promise<LinkedPart> {
  const links = {
    database: await openFaultyWay(Number(new URL(database.appUrl).port)),
    temporal: await openFaultyWay(Number(temporalAddress.split(":").at(-1))),
  };
  let isReady = false;
  const start = async () => {
    const child = await startNodePart({
      name,
      entry: new URL(`../../workers/${part}.ts`, import.meta.url),
      env: {
        ...env,
        DATABASE_URL: reachedBy(links.database, database.appUrl),
        TEMPORAL_ADDRESS: `127.0.0.1:${links.temporal.port}`,
      },
      onLine: (line) => appendFileSync(join(directory, `${name}.log`), `${line}\n`),
      onStart: (begun) => {
        rememberChild(dirname(directory), begun.record);
        run.children.set(name, begun);
        void begun.ended.then(() => {
          isReady = false;
          run.children.delete(name);
        });
      },
    });
    isReady = true;
    return child;
  };
  await startSupervisedPart({ name, say, stopping: run.stopping.signal, start });
  return {
    part,
    name,
    links,
    isReady: () => isReady,
    signal: (signal) => {
      const pid = run.children.get(name)?.record.pid;
      if (pid !== undefined) process.kill(pid, signal);
    },
  };
}

import { setTimeout as sleep } from "node:timers/promises";
import type { OpenedStack } from "../stack/open-stack.ts";
import type { DatabaseCluster } from "./database/start-database-cluster.ts";

/** Replaces members of the database that end, until the stack stops: a standby by itself, the primary by a standby. */
export async function keepMembers(
  cluster: DatabaseCluster,
  { children: { stopping }, log: { say }, write }: Omit<OpenedStack, "close">,
): Promise<void> {
  while (!stopping.aborted) {
    await sleep(LOOK_EVERY_MS, undefined, { signal: stopping }).catch(() => undefined);
    const ended = cluster.members.find(({ pid }) => pid() === null);
    if (ended === undefined || stopping.aborted) continue;
    say(`${ended.name} ended unexpectedly`);
    try {
      if (ended.name === cluster.primary().name) await replacePrimary(cluster, say);
      else await restartStandby(cluster, ended.name);
      say(`${ended.name} runs again`);
      write();
    } catch (error) {
      if (!stopping.aborted) say(`${ended.name} could not be replaced: ${String(error)}`);
      await sleep(PAUSE_MS, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}

const LOOK_EVERY_MS = 250;
const PAUSE_MS = 2_000;

/** A standby takes over; the former primary follows it as a copy. */
async function replacePrimary(
  cluster: DatabaseCluster,
  say: (line: string) => void,
): Promise<void> {
  const { fenced, name } = await cluster.promote();
  say(`${name} took over; ${fenced} is rebuilt as its standby`);
  await cluster.rebuild(fenced);
}

/** A standby that does not start, or that is fenced, is built again. */
async function restartStandby(cluster: DatabaseCluster, name: string): Promise<void> {
  try {
    await cluster.restart(name);
  } catch {
    await cluster.rebuild(name);
  }
}

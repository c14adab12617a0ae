import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Child } from "../../tools/processes/child-process.ts";
import { startNodePart } from "../../tools/processes/node-part.ts";
import { yieldUntilReady } from "./start-priority.ts";

/** A process of the product that a drill rolls, and that is restarted if it ends by itself. */
export interface DrillPart {
  readonly name: string;
  /** Ends it in order and starts it again; returns its exit code. */
  roll(env?: NodeJS.ProcessEnv): Promise<number | null>;
  stop(): Promise<void>;
  /** How often it ended without being asked to. */
  accidents(): number;
}

/** Starts a process and keeps it running. */
export async function openDrillPart(options: DrillPartOptions): Promise<DrillPart> {
  const { name } = options;
  let { env } = options;
  let asked = false;
  let accidents = 0;
  const start = (yields = false) => startPart(options, { env, yields });
  const keep = (started: Child) => {
    void started.ended.then(async () => {
      if (asked) return;
      accidents += 1;
      await sleep(RESTART_MS);
      if (!asked) child = keep(await start());
    });
    return started;
  };
  let child = keep(await start());
  return {
    name,
    accidents: () => accidents,
    stop: async () => {
      asked = true;
      await child.stop();
    },
    async roll(changed) {
      asked = true;
      const { code } = await child.stop();
      env = { ...env, ...changed };
      asked = false;
      // A replacement has a machine of its own elsewhere.
      child = keep(await start(true));
      return code;
    },
  };
}

const RESTART_MS = 500;

async function startPart(
  { name, kind, folder, onStart }: DrillPartOptions,
  { env, yields }: { readonly env: NodeJS.ProcessEnv; readonly yields: boolean },
) {
  const floor = kind === "provider" ? "tools" : "workers";
  let yieldNoLonger = () => {};
  const started = await startNodePart({
    name: kind,
    entry: new URL(`../../${floor}/${kind}.ts`, import.meta.url),
    env,
    onLine: (line) => appendFileSync(join(folder, `${name}.log`), `${line}\n`),
    onStart(child) {
      if (yields) yieldNoLonger = yieldUntilReady(child.record.pid);
      onStart(child);
    },
  });
  yieldNoLonger();
  return started;
}

interface DrillPartOptions {
  readonly name: string;
  readonly kind: "api" | "worker" | "relay" | "provider";
  readonly env: NodeJS.ProcessEnv;
  /** Folder of its log. */
  readonly folder: string;
  readonly onStart: (child: Child) => void;
}

import { readFileSync } from "node:fs";
import { Gauge, type Registry } from "prom-client";
import * as z from "zod";
import type { Readiness } from "../api/http/open-readiness.ts";

/** Registers the metrics of a process: its build, whether it is ready, and which of its dependencies work. */
export function measureProcess(registry: Registry, process: MeasuredProcess): void {
  const build = new Gauge({
    name: "sideline_build_info",
    help: "Always 1; the labels name the version and the build of this process.",
    labelNames: ["version", "build_id"],
    registers: [registry],
  });
  build.set({ version: productVersion(), build_id: process.buildId ?? "" }, 1);
  const ready = new Gauge({
    name: "sideline_process_ready",
    help: "1 while this process answers /health/ready with 200.",
    registers: [],
    async collect() {
      this.set((await process.isReady()) ? 1 : 0);
    },
  });
  registry.registerMetric(ready);
  if (process.readiness !== undefined) measureDependencies(registry, process.readiness);
}

/** The state of a process that its metrics show. */
export interface MeasuredProcess {
  /** Id of the build that the release gave to its processes; null if it gave none. */
  readonly buildId: string | null;
  readonly isReady: () => boolean | Promise<boolean>;
  /** The states of its dependencies; only the API checks them. */
  readonly readiness?: () => Promise<Readiness>;
}

function measureDependencies(registry: Registry, readiness: () => Promise<Readiness>): void {
  const up = new Gauge({
    name: "sideline_dependency_up",
    help: "1 while a dependency of this process works, 0 while it is degraded or down.",
    labelNames: ["dependency"],
    registers: [],
    async collect() {
      const { dependencies } = await readiness();
      for (const [dependency, { state }] of Object.entries(dependencies))
        this.set({ dependency }, state === "up" ? 1 : 0);
    },
  });
  registry.registerMetric(up);
}

const packageSchema = z.object({ version: z.string() });

function productVersion(): string {
  const file = new URL("../package.json", import.meta.url);
  return packageSchema.parse(JSON.parse(readFileSync(file, "utf8"))).version;
}

import * as z from "zod";
import type { ContainerEngine } from "./container-engine.ts";

/** The container of a part of the compose file, as the engine describes it. */
export async function inspectPart(engine: ContainerEngine, part: string): Promise<Inspected> {
  const text = await engine.podman("inspect", containerOf(part));
  const [found] = z.array(Inspected).parse(JSON.parse(text));
  if (found === undefined) throw new Error(`No container runs ${part}.`);
  return found;
}

/** Address of a part in one of its networks. */
export async function addressOf(
  engine: ContainerEngine,
  part: string,
  network: string,
): Promise<string> {
  const { NetworkSettings } = await inspectPart(engine, part);
  return NetworkSettings.Networks?.[`sideline_${network}`]?.IPAddress ?? "";
}

/** Name of a part's container. */
export const containerOf = (part: string): string => `sideline-${part}-1`;

/** Bytes of a limit of memory, such as 512m. */
export function bytesOf(limit: string): number {
  const [, number = "", unit] = /^(\d+)([mg])$/.exec(limit) ?? [];
  return Number(number) * (unit === "g" ? 1024 ** 3 : 1024 ** 2);
}

const Inspected = z.object({
  State: z.object({
    Status: z.string(),
    Running: z.boolean(),
    Pid: z.int(),
    ExitCode: z.int(),
    StartedAt: z.string(),
    FinishedAt: z.string(),
    Health: z.object({ Status: z.string() }).optional(),
  }),
  HostConfig: z.object({
    Memory: z.int(),
    NanoCpus: z.int(),
    PidsLimit: z.int(),
    ReadonlyRootfs: z.boolean(),
    LogConfig: z.object({ Type: z.string(), Size: z.string().optional() }),
  }),
  NetworkSettings: z.object({
    /** Null without any. */
    Networks: z.record(z.string(), z.object({ IPAddress: z.string() })).nullish(),
  }),
});
type Inspected = z.infer<typeof Inspected>;

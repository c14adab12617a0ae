import { onPacket } from "../../db/platform/pipeline/on-packet.ts";

/** The statements that went to the database together, by name, or by text if they have none. */
export async function pipelinesOf(work: () => Promise<unknown>): Promise<readonly string[][]> {
  const pipelines: string[][] = [];
  const stop = onPacket((packet) => {
    pipelines.push(packet.map(({ name, text }) => name ?? text));
  });
  try {
    await work();
    return pipelines;
  } finally {
    stop();
  }
}

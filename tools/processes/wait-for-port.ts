import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Child } from "./child-process.ts";

/** Waits until a child accepts connections on its port. Stops it and throws if it ends before, or takes too long. */
export async function waitForPort(
  child: Child,
  { port, limitMs, host = "127.0.0.1" }: AwaitedPort,
): Promise<void> {
  let hasEnded = false;
  void child.ended.then(() => (hasEnded = true));
  for (const startedAt = performance.now(); performance.now() - startedAt < limitMs;) {
    if (hasEnded) throw new Error(`${child.name} ended while it was starting; its log says why.`);
    if (await accepts(port, host)) return;
    await sleep(ASK_AGAIN_MS);
  }
  await child.stop();
  throw new Error(`${child.name} did not become ready; its log may say why.`);
}

interface AwaitedPort {
  readonly port: number;
  readonly limitMs: number;
  /** The loopback address by default. */
  readonly host?: string;
}

const ASK_AGAIN_MS = 100;

function accepts(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

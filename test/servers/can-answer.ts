import { connect } from "node:net";
import type { Child } from "../../tools/processes/child-process.ts";
import { eventually } from "../factories/eventually.ts";

/** Waits until a server accepts connections on its port. Throws with its lines if it ends before. */
export async function canAnswer(
  port: number,
  child: Child,
  lines: readonly string[],
): Promise<void> {
  let hasEnded = false;
  void child.ended.then(() => {
    hasEnded = true;
  });
  await eventually(
    async () => {
      if (hasEnded) throw new Error(`${child.name} ended:\n${lines.join("\n")}`);
      return await accepts(port);
    },
    (isOpen) => isOpen,
  );
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

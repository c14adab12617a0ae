import type { Writable } from "node:stream";

/**
 * Outside of a transaction, puts all statements of one tick of the event loop into one packet, which wakes the
 * database once. Within a transaction nothing is delayed: a process that froze between a statement and its packet
 * would keep the transaction's locks.
 *
 * @param stream of the connection.
 * @returns the function to call just before each statement is sent.
 */
export function packetsOf(stream: Writable): (statement: unknown) => void {
  let isInTransaction = false;
  let isCorked = false;
  const uncork = () => {
    isCorked = false;
    stream.uncork();
  };
  return (statement) => {
    if (typeof statement === "string" && BEGINS.test(statement)) isInTransaction = true;
    if (!isInTransaction && !isCorked) {
      isCorked = true;
      stream.cork();
      // Runs after all promises that are settled by now, so the other statements of a pipeline join.
      process.nextTick(uncork);
    }
    if (statement === "commit" || statement === "rollback") isInTransaction = false;
  };
}

const BEGINS = /^(?:begin|start transaction)\b/;

import type { Writable } from "node:stream";

/**
 * Has what a connection is asked outside of a transaction in one turn of the event loop go in one packet, and so wakes
 * the database once. Within a transaction nothing waits: a process that froze between a statement and its packet
 * would keep others from what the transaction has locked.
 *
 * @param stream of the connection.
 * @returns what is told of each statement just before it is sent.
 */
export function packetsOf(stream: Writable): (statement: unknown) => void {
  let isInTransaction = false;
  let isHeld = false;
  const letGo = () => {
    isHeld = false;
    stream.uncork();
  };
  return (statement) => {
    if (typeof statement === "string" && BEGINS.test(statement)) isInTransaction = true;
    if (!isInTransaction && !isHeld) {
      isHeld = true;
      stream.cork();
      // Behind all that follows from promises that are settled by now: the other statements of a flight too.
      process.nextTick(letGo);
    }
    if (statement === "commit" || statement === "rollback") isInTransaction = false;
  };
}

const BEGINS = /^(?:begin|start transaction)\b/;

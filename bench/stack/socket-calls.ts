import { readFileSync } from "node:fs";

/**
 * Reads the number of read and write calls of a process since its start. Most are on sockets; the rest wakes threads
 * of Node and is a few a second.
 */
export function socketCalls(pid: number): SocketCalls {
  const io = readFileSync(`/proc/${pid}/io`, "utf8");
  const count = (name: string) => Number(new RegExp(`^${name}: (\\d+)$`, "m").exec(io)?.[1] ?? 0);
  return { reads: count("syscr"), writes: count("syscw") };
}

/** Read and write calls of a process. */
export interface SocketCalls {
  readonly reads: number;
  readonly writes: number;
}

/** The calls between two readings. */
export function callsBetween(before: SocketCalls, after: SocketCalls): SocketCalls {
  return { reads: after.reads - before.reads, writes: after.writes - before.writes };
}

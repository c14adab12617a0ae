import type { Files } from "../ports/files.ts";
import { SqlFault } from "../ports/sql.ts";

/** Files in memory, which outlive the process of a test as a disk does. */
export function makeMemoryFiles(): MemoryFiles {
  const stored = new Map<string, Uint8Array<ArrayBuffer>>();
  const state = { roomBytes: Number.POSITIVE_INFINITY };
  return {
    stored,
    limit(bytes) {
      state.roomBytes = bytes;
    },
    async write(name, bytes) {
      const used = [...stored.values()].reduce((sum, { length }) => sum + length, 0);
      if (used + bytes.length > state.roomBytes) throw new SqlFault("FULL", "No room is left.");
      stored.set(name, new Uint8Array(bytes));
    },
    read: async (name) => stored.get(name) ?? null,
    async remove(name) {
      stored.delete(name);
    },
    names: async () => [...stored.keys()],
    async open(chosen) {
      if (!(chosen instanceof Uint8Array)) throw new TypeError("A chosen file is a byte array");
      const bytes = new Uint8Array(chosen);
      return { sizeBytes: bytes.length, read: async (from, to) => bytes.slice(from, to) };
    },
  };
}

/** Files whose room a test controls. */
export interface MemoryFiles extends Files {
  readonly stored: ReadonlyMap<string, Uint8Array>;
  /** Limits the bytes of all files together. */
  limit(bytes: number): void;
}

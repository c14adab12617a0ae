import type { Statement } from "./statement.ts";

/** Receives the statements of a packet just before it is sent, and may replace one in place. */
export type PacketListener = (statements: Statement[]) => void;

const listeners = new Set<PacketListener>();

/**
 * Observes what this process sends to PostgreSQL: tests count and fail statements, tools explain them.
 *
 * @returns the function that ends it.
 */
export function onPacket(listener: PacketListener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The statements of a packet after the listeners saw them. */
export function announcePacket(statements: readonly Statement[]): readonly Statement[] {
  if (listeners.size === 0) return statements;
  const seen = [...statements];
  for (const listener of listeners) listener(seen);
  return seen;
}

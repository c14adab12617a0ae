import { onPacket } from "../../db/platform/pipeline/on-packet.ts";

/** A statement as it was sent. */
export interface SentStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The result of the work, every statement that the product's pool sent meanwhile, and the opening words of each. */
export interface Recorded<T> {
  readonly result: T;
  readonly statements: readonly string[];
  readonly sent: readonly SentStatement[];
}

/** Runs `work` and records every statement that this process sends meanwhile. */
export async function recordStatements<T>(work: () => Promise<T>): Promise<Recorded<T>> {
  const sent: SentStatement[] = [];
  const stop = onPacket((packet) => {
    sent.push(...packet.map(({ text, values }) => ({ text: text.trim(), values })));
  });
  try {
    const result = await work();
    return { result, statements: sent.map(({ text }) => firstWords(text)), sent };
  } finally {
    stop();
  }
}

function firstWords(text: string): string {
  return text.split(/\s+/).slice(0, 4).join(" ");
}

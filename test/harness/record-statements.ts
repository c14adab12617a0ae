import { jest } from "@jest/globals";
import pg from "pg";

/** What ran, and the first words of every statement the clients of this process sent meanwhile. */
export interface Recorded<T> {
  readonly result: T;
  readonly statements: readonly string[];
}

/** Runs `work` and notes every statement any PostgreSQL client of this process sends meanwhile. */
export async function recordStatements<T>(work: () => Promise<T>): Promise<Recorded<T>> {
  const query = jest.spyOn(pg.Client.prototype, "query");
  try {
    const result = await work();
    return { result, statements: query.mock.calls.map(([sent]) => firstWords(sent)) };
  } finally {
    query.mockRestore();
  }
}

function firstWords(sent: unknown): string {
  return textOf(sent).trim().split(/\s+/).slice(0, 4).join(" ");
}

function textOf(sent: unknown): string {
  if (typeof sent === "string") return sent;
  return typeof sent === "object" && sent !== null && "text" in sent ? String(sent.text) : "";
}

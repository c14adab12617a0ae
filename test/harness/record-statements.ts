import { jest } from "@jest/globals";
import pg from "pg";

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

/** Runs `work` and records every statement that any connection of the entity manager sends meanwhile. */
export async function recordStatements<T>(work: () => Promise<T>): Promise<Recorded<T>> {
  const query = jest.spyOn(pg.Client.prototype, "query");
  try {
    const result = await work();
    const sent = query.mock.calls.map(([statement, values]) => ({
      text: textOf(statement).trim(),
      values: valuesOf(values),
    }));
    return { result, statements: sent.map(({ text }) => firstWords(text)), sent };
  } finally {
    query.mockRestore();
  }
}

function firstWords(text: string): string {
  return text.split(/\s+/).slice(0, 4).join(" ");
}

function valuesOf(values: unknown): readonly unknown[] {
  return Array.isArray(values) ? values : [];
}

function textOf(sent: unknown): string {
  if (typeof sent === "string") return sent;
  return typeof sent === "object" && sent !== null && "text" in sent ? String(sent.text) : "";
}

import { createRequire } from "node:module";
import { jest } from "@jest/globals";
import type pg from "pg";

/** What ran, and the first words of every statement the product's pool sent meanwhile. */
export interface Recorded<T> {
  readonly result: T;
  readonly statements: readonly string[];
}

/** Runs `work` and notes every statement any connection of the entity manager sends meanwhile. */
export async function recordStatements<T>(work: () => Promise<T>): Promise<Recorded<T>> {
  const query = jest.spyOn(loadDriver().Client.prototype, "query");
  try {
    const result = await work();
    return { result, statements: query.mock.calls.map(([sent]) => firstWords(sent)) };
  } finally {
    query.mockRestore();
  }
}

/** The entity manager has a copy of the driver of its own; spying on ours would see nothing. */
function loadDriver(): typeof pg {
  const ours = createRequire(import.meta.url);
  const driver: unknown = createRequire(ours.resolve("@mikro-orm/postgresql"))("pg");
  if (!isDriver(driver)) throw new Error("This is no PostgreSQL driver");
  return driver;
}

function isDriver(loaded: unknown): loaded is typeof pg {
  return typeof loaded === "object" && loaded !== null && "Client" in loaded;
}

function firstWords(sent: unknown): string {
  return textOf(sent).trim().split(/\s+/).slice(0, 4).join(" ");
}

function textOf(sent: unknown): string {
  if (typeof sent === "string") return sent;
  return typeof sent === "object" && sent !== null && "text" in sent ? String(sent.text) : "";
}

import type { Pool } from "pg";

/** Uses of a text in this process before it is worth a name: what is asked once is not kept. */
const USES_BEFORE_NAMED = 5;

/** Statements a connection keeps at most; later ones are planned each time. */
const MOST_NAMED = 150;

/** Texts whose uses are counted at a time. */
const MOST_COUNTED = 2_000;

/**
 * A queue, and what is taken slice by slice, is planned for what waits there just now: it was empty when
 * its statements were first sent.
 */
const QUEUE = /\b(?:from|update) outbox\b|\blimit \$\d+\s+for (?:no key )?update\b/;

/**
 * Lets PostgreSQL keep the statements that come again and again, so that it parses and plans them once
 * a connection: of a batch's time that is a fifth. A statement comes out the same either way.
 */
export function prepareStatements(pool: Pool): void {
  const nameOf = countingNames();
  pool.on("connect", (client) => {
    const query = (statement: unknown, ...rest: unknown[]) => {
      // The driver's own, which tests listen to, each time anew.
      const { query: send } = driverOf(client);
      return Reflect.apply(send, client, [named(statement, rest, nameOf), ...rest]);
    };
    Object.defineProperty(client, "query", { value: query });
  });
}

function driverOf(client: object): { readonly query: (...sent: unknown[]) => unknown } {
  const driver: unknown = Object.getPrototypeOf(client);
  if (isDriver(driver)) return driver;
  throw new TypeError("The driver has no query");
}

function isDriver(value: unknown): value is { readonly query: (...sent: unknown[]) => unknown } {
  return (
    typeof value === "object" &&
    value !== null &&
    "query" in value &&
    typeof value.query === "function"
  );
}

/** Only a text with values is named: the driver runs others by the simple protocol, in one message. */
function named(statement: unknown, rest: readonly unknown[], nameOf: NameOf): unknown {
  const [values] = rest;
  if (typeof statement !== "string" || !Array.isArray(values) || values.length === 0)
    return statement;
  const name = nameOf(statement);
  return name === null ? statement : { name, text: statement };
}

type NameOf = (text: string) => string | null;

function countingNames(): NameOf {
  const names = new Map<string, string>();
  const uses = new Map<string, number>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (names.size >= MOST_NAMED || QUEUE.test(text)) return null;
    const count = (uses.get(text) ?? 0) + 1;
    if (uses.size >= MOST_COUNTED) uses.clear();
    uses.set(text, count);
    if (count < USES_BEFORE_NAMED) return null;
    uses.delete(text);
    const name = `s${names.size + 1}`;
    names.set(text, name);
    return name;
  };
}

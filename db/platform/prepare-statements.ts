import type { Pool } from "pg";

/** How a statement says its name: in a comment before all else of its text. */
const NAME = /^\/\* named: ([a-z][a-z-]*) \*\/\s*/;

/**
 * Lets PostgreSQL keep the statements that are named, so that it parses and plans them once a connection: of
 * a batch's time that is a fifth. A name stands where its statement is written and belongs to one text; a
 * statement comes out the same either way. A queue, and what is taken slice by slice, has none: it is to be
 * planned for what waits there just now.
 */
export function prepareStatements(pool: Pool): void {
  pool.on("connect", (client) => {
    const query = (statement: unknown, ...rest: unknown[]) => {
      // The driver's own, which tests listen to, each time anew.
      const { query: send } = driverOf(client);
      return Reflect.apply(send, client, [prepared(statement), ...rest]);
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

/** The statement as the driver takes it: under its name, where it has one. */
function prepared(statement: unknown): unknown {
  if (typeof statement !== "string") return statement;
  const [comment, name] = NAME.exec(statement) ?? [];
  if (comment === undefined || name === undefined) return statement;
  return { name, text: statement.slice(comment.length) };
}

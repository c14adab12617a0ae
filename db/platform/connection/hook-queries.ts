import { DatabaseError, type Pool, type PoolClient } from "pg";
import type { StatementSent } from "./connection-limits.ts";
import { packetsOf } from "./packets.ts";

/**
 * Adds five behaviours to every connection of a pool, and reports each statement that it sends.
 *
 * - A named statement is prepared, so that PostgreSQL parses and plans it once per connection: a fifth of a batch's
 *   time. A name is written with its statement and belongs to one text; the result is the same either way. Queues and
 *   slices have no names, because they need a plan for the rows that wait just then.
 * - Statements sent outside of a transaction in one tick of the event loop share a packet, for example the guard's
 *   query and the answer's (packets.ts).
 * - A commit that rolled back is an error: PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and
 *   without an error.
 * - A connection that can neither begin nor roll back is closed.
 * - If PostgreSQL ends a session between two statements, the next one fails with its reason; the driver alone would
 *   only say that it cannot send.
 *
 * @param sent is called for each statement as soon as it is sent.
 */
export function hookQueries(pool: Pool, sent: StatementSent): void {
  pool.on("connect", (client) => {
    let endedFor: DatabaseError | null = null;
    client.on("error", (error) => {
      if (error instanceof DatabaseError) endedFor = error;
    });
    const gather = packetsOf(client.connection.stream);
    const query = (statement: unknown, ...rest: unknown[]) => {
      if (endedFor !== null && typeof rest.at(-1) !== "function") return failWith(endedFor);
      // Look up the driver's own method each time: tests wrap it.
      const { query: send } = driverOf(client);
      gather(statement);
      const answer: unknown = Reflect.apply(send, client, [prepared(statement), ...rest]);
      sent(client, answer);
      if (statement === "begin" || statement === "rollback") void endOnFailure(client, answer);
      return statement === "commit" ? requireCommitted(answer) : answer;
    };
    Object.defineProperty(client, "query", { value: query });
  });
}

/** A statement's name: a comment before all other text. */
const NAME = /^\/\* named: ([a-z][a-z-]*) \*\/\s*/;

/**
 * A transaction that did not begin or end never returns its connection to the pool; a closed connection is returned.
 */
async function endOnFailure(client: PoolClient, answer: unknown): Promise<void> {
  try {
    await answer;
  } catch {
    await client.end();
  }
}

async function failWith(error: Error): Promise<never> {
  throw error;
}

async function requireCommitted(answer: unknown): Promise<unknown> {
  const result = await answer;
  const isCommit = typeof result === "object" && result !== null && "command" in result;
  if (isCommit && result.command === "COMMIT") return result;
  throw new Error("The transaction had failed and was rolled back in place of its commit");
}

function driverOf(client: object): { readonly query: (...sent: unknown[]) => unknown } {
  const driver: unknown = Object.getPrototypeOf(client);
  if (isDriver(driver)) return driver;
  throw new TypeError("The driver has no query function");
}

function isDriver(value: unknown): value is { readonly query: (...sent: unknown[]) => unknown } {
  return (
    typeof value === "object" &&
    value !== null &&
    "query" in value &&
    typeof value.query === "function"
  );
}

/** The statement as the driver takes it, with its name if it has one. */
function prepared(statement: unknown): unknown {
  if (typeof statement !== "string") return statement;
  const [comment, name] = NAME.exec(statement) ?? [];
  if (comment === undefined || name === undefined) return statement;
  return { name, text: statement.slice(comment.length) };
}

import { DatabaseError, type Pool, type PoolClient } from "pg";
import type { StatementSent } from "./connection-limits.ts";
import { packetsOf } from "./packets.ts";

/** How a statement says its name: in a comment before all else of its text. */
const NAME = /^\/\* named: ([a-z][a-z-]*) \*\/\s*/;

/**
 * Has every connection of a pool do five things with what it sends, and says when it does.
 *
 * PostgreSQL keeps the statements that are named, so that it parses and plans them once a connection: of a batch's
 * time that is a fifth. A name stands where its statement is written and belongs to one text; a statement comes
 * out the same either way. A queue, and what is taken slice by slice, has none: it is to be planned for what
 * waits there just now.
 *
 * What is asked outside of a transaction in one turn of the event loop goes in one packet: of a read the guard's look
 * and the answer's (packets.ts).
 *
 * And a commit that rolled back is an error: of a transaction that has failed PostgreSQL answers COMMIT with
 * ROLLBACK, as if nothing were amiss. And a connection that can neither begin nor roll back is ended. And what
 * PostgreSQL ended a session for between two statements is what the next one fails with: the driver would only
 * say that it cannot send.
 *
 * @param sent is told of each statement, as soon as it is sent.
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
      // The driver's own, which tests listen to, each time anew.
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

/** Nobody gives a connection back whose transaction did not begin, or did not end; one that ends is given back. */
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
  throw new Error("The transaction had failed, and was rolled back in place of its commit");
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

import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import type { PoolClient } from "pg";
import { nameOf } from "./named-query.ts";
import { announcePacket } from "./on-packet.ts";
import { endClient, watchSilence, type ConnectionLimits, type SilenceWatch } from "./silence.ts";
import { parameterOf } from "./parameter.ts";
import { PreparedStatements } from "./prepared-statements.ts";
import { StatementGroup, type Answer, type WaitingStatement } from "./statement-group.ts";
import type { Statement } from "./statement.ts";
import { traceStatement } from "./trace-statement.ts";

/**
 * A connection that sends the statements of one tick of the event loop in one packet. Within a transaction they are
 * one group, which stands or falls together. Outside of one, each is a group, so that none fails with another.
 *
 * BEGIN waits for the first statement and travels with it. If it fails, that group fails; no later one is sent before
 * it is answered, so no statement runs outside of its transaction.
 */
export class PipelinedConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #limits: ConnectionLimits;
  readonly #sent: SilenceWatch;
  readonly #prepared = new PreparedStatements();
  #queue: WaitingStatement[] = [];
  #scheduled: "NONE" | "THIS_TICK" | "WITH_COMMIT" = "NONE";
  #transaction: Transaction = { state: "NONE" };
  #endedBy: Error | null = null;
  #returnTimer: NodeJS.Timeout | null = null;
  #isBroken = false;

  /** @param onSilence is called when the connection is closed because of its silence. */
  constructor(client: PoolClient, limits: ConnectionLimits, onSilence: () => void) {
    this.#client = client;
    this.#limits = limits;
    this.#sent = watchSilence(client, limits.answerMs, onSilence);
    client.on("error", (error) => void (this.#endedBy ??= error));
  }

  /** @throws the reason for which PostgreSQL has ended the session, if it has. */
  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>>;
  async executeQuery(query: CompiledQuery): Promise<QueryResult<unknown>> {
    const { sql: text, parameters: values } = query;
    const { rows, command, count } = await this.#run({ name: nameOf(query), text, values });
    return { rows: [...rows], ...(CHANGES.has(command) && { numAffectedRows: BigInt(count) }) };
  }

  /** @throws Error: a cursor needs a connection of its own. */
  streamQuery(): never {
    throw new Error("Rows are not streamed");
  }

  /** Begins a transaction with its first statement. */
  begin(text: string): void {
    this.#transaction = { state: "DUE", text };
  }

  /** @throws Error if the transaction had failed, which PostgreSQL rolls back without an error. */
  async commit(): Promise<void> {
    if (this.#isUnused()) return void (this.#transaction = { state: "NONE" });
    const answer = this.#run(COMMIT);
    if (this.#scheduled === "WITH_COMMIT") this.#sendQueue();
    const { command } = await answer;
    this.#transaction = { state: "NONE" };
    if (command !== "COMMIT")
      throw new Error("The transaction had failed and was rolled back in place of its commit");
  }

  /** Rolls back. A connection that cannot is closed when it is released, and PostgreSQL rolls back. */
  async rollback(): Promise<void> {
    try {
      if (!this.#isUnused()) await this.#run(ROLLBACK);
    } catch {
      this.#isBroken = true;
    }
    this.#transaction = { state: "NONE" };
  }

  /** Holds this tick's statements back for the commit, at the latest until the event loop's turn ends. */
  sendWithCommit(): void {
    this.#scheduled = "WITH_COMMIT";
    setImmediate(() => void (this.#scheduled === "WITH_COMMIT" && this.#sendQueue()));
  }

  /** Whether somebody uses the connection. */
  get isCheckedOut(): boolean {
    return this.#returnTimer !== null;
  }

  /** Starts the time limit of its user. */
  checkOut(): void {
    const { lentMs } = this.#limits;
    const end = () => this.end(`It was checked out for more than ${lentMs} ms`);
    this.#returnTimer = setTimeout(end, lentMs);
  }

  /** Returns it to the pool, which closes a broken one. */
  release(): void {
    clearTimeout(this.#returnTimer ?? undefined);
    this.#returnTimer = null;
    this.#client.release(this.#isBroken);
  }

  /** Closes the connection; its statements fail with the reason. */
  end(why: string): void {
    endClient(this.#client, why);
  }

  /** Whether nothing of the transaction was sent, so that it needs no end. */
  #isUnused(): boolean {
    return this.#transaction.state === "DUE" && this.#queue.length === 0;
  }

  async #run(statement: Statement): Promise<Answer> {
    try {
      return await traceStatement(statement, () => this.#enqueue(statement));
    } catch (error) {
      // The driver's stack ends in the socket; this one names the caller.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  async #enqueue(statement: Statement): Promise<Answer> {
    if (this.#endedBy !== null) throw this.#endedBy;
    this.#prepared.requireOneText(statement);
    const parameters = statement.values.map(parameterOf);
    return await new Promise((resolve, reject) => {
      this.#queue.push({ statement, parameters, resolve, reject });
      if (this.#scheduled !== "NONE") return;
      this.#scheduled = "THIS_TICK";
      // Runs after all promises that are settled by now, so the other statements of a pipeline join.
      process.nextTick(() => void (this.#scheduled === "THIS_TICK" && this.#sendQueue()));
    });
  }

  /** Sends what is queued. While BEGIN is unanswered it stays queued. */
  #sendQueue(): void {
    this.#scheduled = "NONE";
    const { state } = this.#transaction;
    if (state === "BEGINNING" || this.#queue.length === 0) return;
    const queue = this.#queue;
    this.#queue = [];
    if (state === "REFUSED") return rejectAll(queue, this.#transaction.by);
    if (state === "DUE") queue.unshift(this.#beginWith(this.#transaction.text));
    const waiting = announced(queue);
    const { stream } = this.#client.connection;
    stream.cork();
    if (state === "NONE") for (const one of waiting) this.#send([one]);
    else this.#send(waiting);
    stream.uncork();
  }

  #send(waiting: readonly WaitingStatement[]): void {
    const client = this.#client;
    const session = { parsers: client, prepared: this.#prepared, onAnswered: this.#sent() };
    client.query(new StatementGroup(waiting, session));
  }

  #beginWith(text: string): WaitingStatement {
    const become = (transaction: Transaction) => {
      this.#transaction = transaction;
      this.#sendQueue();
    };
    this.#transaction = { state: "BEGINNING" };
    return {
      statement: plain(text),
      parameters: [],
      resolve: () => become({ state: "OPEN" }),
      reject: (error) => become({ state: "REFUSED", by: error }),
    };
  }
}

type Transaction =
  | { readonly state: "NONE" | "BEGINNING" | "OPEN" }
  /** BEGIN waits for the first statement. */
  | { readonly state: "DUE"; readonly text: string }
  /** BEGIN failed. */
  | { readonly state: "REFUSED"; readonly by: unknown };

const plain = (text: string): Statement => ({ name: null, text, values: [] });
const COMMIT = plain("commit");
const ROLLBACK = plain("rollback");

/** Commands whose answer counts changed rows. */
const CHANGES: ReadonlySet<string> = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

/** The statements after the listeners of packets saw them. */
function announced(queue: readonly WaitingStatement[]): readonly WaitingStatement[] {
  const statements = announcePacket(queue.map(({ statement }) => statement));
  return queue.map((waiting, place) => {
    const statement = statements[place] ?? waiting.statement;
    if (statement === waiting.statement) return waiting;
    return { ...waiting, statement, parameters: statement.values.map(parameterOf) };
  });
}

function rejectAll(waiting: readonly WaitingStatement[], error: unknown): void {
  for (const { reject } of waiting) reject(error);
}

import {
  CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Dialect,
  type Driver,
  type Kysely,
  type TransactionSettings,
} from "kysely";
import { escapeIdentifier, type Pool, type PoolClient } from "pg";
import { PipelinedConnection } from "./pipelined-connection.ts";
import type { ConnectionLimits } from "./silence.ts";

/** PostgreSQL for Kysely and MikroORM, over connections that pipeline their statements. */
export class PipelineDialect implements Dialect {
  readonly #pool: Pool;
  readonly #limits: ConnectionLimits;

  /** @param pool of clients with `pipeline: true`. */
  constructor(pool: Pool, limits: ConnectionLimits) {
    this.#pool = pool;
    this.#limits = limits;
  }

  createDriver() {
    return new PipelineDriver(this.#pool, this.#limits);
  }

  createQueryCompiler() {
    return new PostgresQueryCompiler();
  }

  createAdapter() {
    return new PostgresAdapter();
  }

  createIntrospector(kysely: Kysely<unknown>) {
    return new PostgresIntrospector(kysely);
  }
}

/** Checks connections out of the pool. */
class PipelineDriver implements Driver {
  readonly #pool: Pool;
  readonly #limits: ConnectionLimits;
  readonly #connections = new Map<PoolClient, PipelinedConnection>();

  constructor(pool: Pool, limits: ConnectionLimits) {
    this.#pool = pool;
    this.#limits = limits;
    // The pool drops a broken idle client by itself; without a listener the event would end the process.
    pool.on("error", () => {});
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PipelinedConnection> {
    const client = await this.#pool.connect();
    const connection = this.#connections.get(client) ?? this.#connect(client);
    connection.checkOut();
    return connection;
  }

  async beginTransaction(connection: PipelinedConnection, settings: TransactionSettings) {
    connection.begin(beginText(settings));
  }

  async commitTransaction(connection: PipelinedConnection): Promise<void> {
    await connection.commit();
  }

  async rollbackTransaction(connection: PipelinedConnection): Promise<void> {
    await connection.rollback();
  }

  async savepoint(connection: PipelinedConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`savepoint ${escapeIdentifier(name)}`));
  }

  async rollbackToSavepoint(connection: PipelinedConnection, name: string): Promise<void> {
    const text = `rollback to savepoint ${escapeIdentifier(name)}`;
    await connection.executeQuery(CompiledQuery.raw(text));
  }

  async releaseSavepoint(connection: PipelinedConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`release savepoint ${escapeIdentifier(name)}`));
  }

  async releaseConnection(connection: PipelinedConnection): Promise<void> {
    connection.release();
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }

  #connect(client: PoolClient): PipelinedConnection {
    const connection = new PipelinedConnection(client, this.#limits, () => this.#endIdle());
    this.#connections.set(client, connection);
    client.once("end", () => this.#connections.delete(client));
    return connection;
  }

  /** Closes the idle connections: they share the dead link, and their next user would wait in vain. */
  #endIdle(): void {
    const idle = [...this.#connections.values()].filter(({ isCheckedOut }) => !isCheckedOut);
    for (const connection of idle) connection.end("Another connection of its pool fell silent");
  }
}

function beginText({ isolationLevel, accessMode }: TransactionSettings): string {
  if (isolationLevel === undefined && accessMode === undefined) return "begin";
  const level = isolationLevel === undefined ? [] : [`isolation level ${isolationLevel}`];
  return ["start transaction", ...level, ...(accessMode === undefined ? [] : [accessMode])].join(
    " ",
  );
}

import type { SqlEntityManager } from "@mikro-orm/postgresql";
import {
  QueryCreator,
  type Compilable,
  type ConnectionProvider,
  type QueryExecutor as KyselyExecutor,
  type RawBuilder,
} from "kysely";
import { underName } from "./named-query.ts";
import { PipelinedConnection } from "./pipelined-connection.ts";
import { databaseNames, type Tables } from "../../tables.ts";

/**
 * Pipelines statements of a transaction: one round trip instead of several. Each statement still has its own snapshot
 * and sees the effects of those before it, for example rows that it waited for behind a lock.
 *
 * @throws the error of the first statement that failed; PostgreSQL skips those after it.
 */
export async function pipeline<const Sent extends readonly Promise<unknown>[]>(
  tx: SqlEntityManager,
  send: (executor: QueryExecutor) => Sent,
): Promise<PipelineResults<Sent>> {
  const { sent } = await sendAll(tx, send);
  return await awaitAll(sent);
}

/** Sends the statements of a transaction one by one (`executorOf`) or pipelined (`pipeline`). */
export class QueryExecutor {
  readonly #executor: KyselyExecutor;

  constructor(executor: KyselyExecutor) {
    this.#executor = executor;
  }

  /** The executor that `sql` needs. */
  getExecutor(): KyselyExecutor {
    return this.#executor;
  }

  /** The query builder over the tables. */
  get tables(): QueryCreator<Tables> {
    return new QueryCreator<Tables>({ executor: this.#executor }).withPlugin(databaseNames);
  }

  /** Runs a query under its name; see `runNamed()`. */
  async named<Row>(
    name: string | null,
    query: Compilable<Row> | RawBuilder<Row>,
  ): Promise<readonly Row[]> {
    const isRaw = "isRawBuilder" in query;
    const executor = isRaw ? this.#executor : this.#executor.withPlugin(databaseNames);
    const compiled = isRaw ? query.compile(this) : query.compile();
    const { rows } = await executor.executeQuery<Row>(underName(name, compiled));
    return rows;
  }
}

/**
 * One statement, or several independent ones, with the result computed from their rows. It sends all of them before
 * it awaits one. In a pipeline, a statement sent later is queued behind the next one.
 */
export type Statement<T> = (executor: QueryExecutor) => Promise<T>;

/** An executor that sends each statement alone, inside the open transaction if there is one. */
export function executorOf(em: SqlEntityManager): QueryExecutor {
  return new QueryExecutor(em.getKysely().getExecutor());
}

/** The results of pipelined statements. */
type PipelineResults<Sent extends readonly Promise<unknown>[]> = {
  -readonly [Place in keyof Sent]: Awaited<Sent[Place]>;
};

/**
 * Pipelines reads that need no transaction. Each read has its own snapshot.
 *
 * @throws the error of the first read that failed.
 */
export async function pipelineReads<const Sent extends readonly Promise<unknown>[]>(
  em: SqlEntityManager,
  send: (executor: QueryExecutor) => Sent,
): Promise<PipelineResults<Sent>> {
  const executor = em.getKysely().getExecutor();
  // The connection stays reserved until all results are here.
  return await executor.provideConnection(async (connection) => {
    const atOnce: ConnectionProvider = { provideConnection: (consumer) => consumer(connection) };
    return await awaitAll(send(new QueryExecutor(executor.withConnectionProvider(atOnce))));
  });
}

/**
 * Pipelines the last statements of a transaction and its commit: one packet. If a statement fails, or finds in the
 * database that it wrote other rows than planned, PostgreSQL skips the commit and nothing is written. If a statement
 * cannot be sent, the commit is not sent either.
 */
export async function pipelineAndCommit<Answer>(
  tx: SqlEntityManager,
  send: (executor: QueryExecutor) => FinalStatements<Answer>,
): Promise<Answer> {
  let commitIsSent = false;
  const requireInTime = () => {
    if (commitIsSent) throw new Error("A statement was sent after its commit");
  };
  const { sent: final } = await sendAll(tx, send, { requireInTime });
  const statements = [...final.sent, final.answer];
  const failed = new Set<unknown>();
  for (const statement of statements) statement.catch((fault: unknown) => failed.add(fault));
  // A statement that cannot be sent is rejected within this tick.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  commitIsSent = true;
  if (failed.size > 0) await awaitAll(statements);
  await awaitAll([...statements, tx.commit()]);
  return await final.answer;
}

/** The writes of a transaction, and the read behind them. */
interface FinalStatements<Answer> {
  readonly sent: readonly Promise<unknown>[];
  readonly answer: Promise<Answer>;
}

/** Returns the promises wrapped in an object, so that `await` does not wait for them before the next are sent. */
async function sendAll<Sent>(
  tx: SqlEntityManager,
  send: (executor: QueryExecutor) => Sent,
  commit?: { readonly requireInTime: () => void },
): Promise<{ readonly sent: Sent }> {
  const executor = tx.getKysely().getExecutor();
  return await executor.provideConnection(async (connection) => {
    if (commit !== undefined && connection instanceof PipelinedConnection)
      connection.sendWithCommit();
    const atOnce: ConnectionProvider = {
      provideConnection(consumer) {
        commit?.requireInTime();
        return consumer(connection);
      },
    };
    return { sent: send(new QueryExecutor(executor.withConnectionProvider(atOnce))) };
  });
}

async function awaitAll<Sent extends readonly Promise<unknown>[]>(
  sent: Sent,
): Promise<PipelineResults<Sent>> {
  const answers = await Promise.allSettled(sent);
  const failed = answers.find((answer) => answer.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  return await Promise.all(sent);
}

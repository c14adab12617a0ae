import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { QueryCreator, type Compilable, type ConnectionProvider, type QueryExecutor } from "kysely";
import { databaseNames, type Tables } from "./tables.ts";

/** Where statements of a transaction are sent to: by themselves (`lineOf`), or together (`fly`). */
export class Line {
  readonly #executor: QueryExecutor;

  constructor(executor: QueryExecutor) {
    this.#executor = executor;
  }

  /** What `sql` executes with. */
  getExecutor(): QueryExecutor {
    return this.#executor;
  }

  /** The query builder over the tables. */
  get tables(): QueryCreator<Tables> {
    return new QueryCreator<Tables>({ executor: this.#executor }).withPlugin(databaseNames);
  }

  /** Runs a query under its name; see `runNamed()`. */
  async named<Row>(name: string, query: Compilable<Row>): Promise<readonly Row[]> {
    const compiled = query.compile();
    const text = ["/* named:", name, "*/", compiled.sql].join(" ");
    const executor = this.#executor.withPlugin(databaseNames);
    const { rows } = await executor.executeQuery<Row>({ ...compiled, sql: text });
    return rows;
  }
}

/**
 * A statement, or some that do not need each other's rows, and what is made of the rows. All of them are sent
 * before any is waited for: in a flight, what is sent later comes behind the next statement.
 */
export type Statement<T> = (line: Line) => Promise<T>;

/** The line on which each statement is sent by itself, within the open transaction where there is one. */
export function lineOf(em: SqlEntityManager): Line {
  return new Line(em.getKysely().getExecutor());
}

/** What the answers of a flight come to. */
type Landed<Sent extends readonly Promise<unknown>[]> = {
  -readonly [Place in keyof Sent]: Awaited<Sent[Place]>;
};

/**
 * Sends statements of a transaction together. Each is a statement of its own, which sees what is there once the
 * ones before it are done, as for the rows behind a lock; only the way to the database is gone once.
 *
 * @throws the error of the first that failed: of those behind it the database only says that the transaction
 *   has failed.
 */
export async function fly<const Sent extends readonly Promise<unknown>[]>(
  tx: SqlEntityManager,
  depart: (line: Line) => Sent,
): Promise<Landed<Sent>> {
  const { sent } = await send(tx, depart, () => undefined);
  return await land(sent);
}

/**
 * Sends reads together that need no transaction: each sees what is there when its turn comes, and is one snapshot by
 * itself.
 *
 * @throws the error of the first that failed.
 */
export async function flyReads<const Sent extends readonly Promise<unknown>[]>(
  em: SqlEntityManager,
  depart: (line: Line) => Sent,
): Promise<Landed<Sent>> {
  const executor = em.getKysely().getExecutor();
  // The connection is kept until all have landed.
  return await executor.provideConnection(async (connection) => {
    const atOnce: ConnectionProvider = { provideConnection: (consumer) => consumer(connection) };
    return await land(depart(new Line(executor.withConnectionProvider(atOnce))));
  });
}

/**
 * Sends the last statements of a transaction with its commit behind them. One that fails, or that proves in the
 * database that it wrote other rows than planned, undoes all: the commit itself then fails as well. One that
 * could not even be sent lets no commit depart, and none is sent behind it.
 */
export async function flyAndCommit<Answer>(
  tx: SqlEntityManager,
  depart: (line: Line) => LastFlight<Answer>,
): Promise<Answer> {
  let hasDeparted = false;
  const requireInTime = () => {
    if (hasDeparted) throw new Error("A statement comes behind its commit");
  };
  const { sent: flight } = await send(tx, depart, requireInTime);
  const statements = [...flight.sent, flight.answer];
  const failed = new Set<unknown>();
  for (const statement of statements) statement.catch((fault: unknown) => failed.add(fault));
  // What fails before it is sent has failed by now: it waits for nobody.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  hasDeparted = true;
  if (failed.size > 0) await land(statements);
  await land([...statements, tx.commit()]);
  return await flight.answer;
}

/** The writes of a transaction, and what is read behind them. */
interface LastFlight<Answer> {
  readonly sent: readonly Promise<unknown>[];
  readonly answer: Promise<Answer>;
}

/** The answers come wrapped, so that they are not waited for: meanwhile the transaction sends what follows. */
async function send<Sent>(
  tx: SqlEntityManager,
  depart: (line: Line) => Sent,
  requireInTime: () => void,
): Promise<{ readonly sent: Sent }> {
  const executor = tx.getKysely().getExecutor();
  return await executor.provideConnection(async (connection) => {
    const atOnce: ConnectionProvider = {
      provideConnection(consumer) {
        requireInTime();
        return consumer(connection);
      },
    };
    return { sent: depart(new Line(executor.withConnectionProvider(atOnce))) };
  });
}

async function land<Sent extends readonly Promise<unknown>[]>(sent: Sent): Promise<Landed<Sent>> {
  const answers = await Promise.allSettled(sent);
  const failed = answers.find((answer) => answer.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  return await Promise.all(sent);
}

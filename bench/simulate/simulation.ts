import { Client as TemporalClient, Connection } from "@temporalio/client";
import { Client } from "pg";
import { openOverdueWaker, type OverdueWaker } from "../../tools/temporal/overdue-waker.ts";
import { say } from "../report/rounds.ts";
import { type BenchStack, startBenchStack } from "../stack/stack.ts";
import { buildPopulation, type DayPhone, type Population } from "./build-population.ts";
import { type DayMeters, openDayMeters } from "./day-meters.ts";
import { type DayTasks, renewDayTasks } from "./day-tasks.ts";
import { type MovedClock, openMovedClock } from "./moved-clock.ts";

/** Runs work on a fresh stack with the given number of phones, and then stops it. */
export async function withSimulation<T>(
  phones: number,
  work: (simulation: Simulation) => Promise<T>,
): Promise<T> {
  const closers: (() => Promise<unknown>)[] = [];
  try {
    const stack = await startBenchStack();
    closers.push(stack.stop);
    const database = new Client({ connectionString: stack.database.ownerUrl });
    await database.connect();
    closers.push(() => database.end());
    const connection = await Connection.connect({ address: stack.temporal.address });
    closers.push(() => connection.close());
    say(`${phones} phones: registering ...`);
    const population = await buildPopulation(stack, database, phones);
    const waker = openOverdueWaker({ databaseUrl: stack.database.url, temporal: stack.temporal });
    closers.push(waker.close);
    const meters = await openDayMeters(stack, database);
    closers.push(meters.close);
    const tasks = new Map<string, DayTasks>();
    const clock = await openMovedClock(database);
    const temporal = new TemporalClient({ connection, namespace: stack.temporal.namespace });
    return await work({
      stack,
      database,
      temporal,
      population,
      waker,
      meters,
      tasks,
      clock,
      tags: new Map(),
    });
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}

/** A stack with the people of a simulated day, and everything that moves them. */
export interface Simulation {
  readonly stack: BenchStack;
  readonly database: Client;
  readonly temporal: TemporalClient;
  readonly population: Population;
  readonly clock: MovedClock;
  readonly waker: OverdueWaker;
  readonly meters: DayMeters;
  /** The present day of each relationship. */
  readonly tasks: Map<string, DayTasks>;
  /** ETags of today that phones have in their caches. */
  readonly tags: Map<DayPhone, string>;
}

/** Lets the phones learn of the tasks of days that have begun. */
export async function renewTasks({ database, population, tasks }: Simulation): Promise<void> {
  const relationshipIds = population.phones.map(({ relationshipId }) => relationshipId);
  await renewDayTasks(database, tasks, relationshipIds);
}

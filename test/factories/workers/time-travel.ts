import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { TestWorkflowEnvironment } from "@temporalio/testing";
import { sql } from "kysely";
import { clockNow } from "../../../db/platform/transactions/transact.ts";
import { eventually } from "../eventually.ts";
import { setClock } from "../set-clock.ts";

/** A time-skipping server and a product's clock that advance together. */
export interface TimeTravel {
  readonly env: TestWorkflowEnvironment;
  readonly em: SqlEntityManager;
  readonly ownerUrl: string;
}

/**
 * The earliest deadline of any actor, as the sweep reads it; null if there is none. An actor that was never woken has
 * no timer: a test wakes those that it is about.
 */
async function nextDueAt(em: SqlEntityManager): Promise<Date | null> {
  const { rows } = await sql<{ at: string | null }>`
    select min(due_at)::text as at from actor where last_settled_at is not null
  `.execute(em.fork().getKysely());
  const at = rows[0]?.at ?? null;
  return at === null ? null : new Date(at);
}

/**
 * Advances to an instant, from one deadline of an actor to the next, each of which the actor's own timer must meet.
 * Both clocks advance equally; the product's is a second ahead, so that no timer fires early.
 */
export async function travelTo({ env, em, ownerUrl }: TimeTravel, until: Date): Promise<void> {
  for (;;) {
    const now = await clockNow(em.fork());
    const due = await nextDueAt(em);
    const stop = due !== null && due < until ? due : until;
    const ms = Math.max(0, stop.getTime() - now.getTime()) + 1_000;
    await setClock(ownerUrl, new Date(now.getTime() + ms));
    await env.sleep(ms);
    if (stop === until) return;
    await eventually(
      async () => ({ next: await nextDueAt(em) }),
      ({ next }) => next === null || next > stop,
    );
  }
}

import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import type { ActorDefinition } from "../../contract/outbox/define-actor.ts";
import type { EventType } from "../../contract/outbox/vocabulary.ts";
import { faultClassOf } from "../../db/platform/transactions/fault-class.ts";
import type { LeasedRow } from "../../db/outbox/lease-rows.ts";
import type { ActorReport } from "../../rules/outbox/actor-agenda.ts";
import { kindOf, settlingActOf } from "../../rules/outbox/actor-names.ts";
import { traceNewActors } from "./trace-delivery.ts";

/** Settles the new ones among the actors; returns their agendas by workflow id. */
export type SettleNewActors = (
  rowsByActor: RowsByActor,
) => Promise<ReadonlyMap<string, ActorReport>>;

/** New actors of one kind that are settled together (docs/rooms/actors.md#dormant-start). */
export interface NewActors {
  /** The event that starts each of them. */
  readonly event: EventType;
  /** @returns the agenda of each, by workflow id; an actor that is missing settles itself. */
  settle(
    em: SqlEntityManager,
    workflowIds: readonly string[],
  ): Promise<ReadonlyMap<string, ActorReport>>;
}

/** Outbox rows by the actor that they wake. */
export type RowsByActor = ReadonlyMap<string, readonly LeasedRow[]>;

/**
 * Settles new actors whose only event is their start, those of one kind together. A failure affects only its kind:
 * those actors settle themselves.
 */
export function newActorsSettler(
  { em, log }: { readonly em: SqlEntityManager; readonly log: Pick<Logger, "warn"> },
  actors: readonly { readonly definition: ActorDefinition; readonly newActors: NewActors | null }[],
): SettleNewActors {
  return async (rowsByActor) => {
    const waits = new Map<string, ActorReport>();
    for (const { definition, newActors } of actors) {
      if (newActors === null) continue;
      const isNew = (rows: readonly LeasedRow[]) =>
        rows.every(({ type }) => type === newActors.event);
      const begun = [...rowsByActor].filter(
        ([workflowId, rows]) => kindOf(workflowId) === definition.kind && isNew(rows),
      );
      if (begun.length === 0) continue;
      const workflowIds = begun.map(([workflowId]) => workflowId);
      const act = settlingActOf(definition.kind);
      try {
        const reports = await traceNewActors(
          act,
          begun.flatMap(([, rows]) => rows),
          () => newActors.settle(em, workflowIds),
        );
        for (const [workflowId, report] of reports) waits.set(workflowId, report);
      } catch (error) {
        const { kind } = definition;
        log.warn({ kind, failureClass: faultClassOf(error), err: error }, "no first scan");
      }
    }
    return waits;
  };
}

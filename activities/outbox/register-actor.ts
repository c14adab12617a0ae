import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import type {
  ActorDefinition,
  DefinedActor,
  DueReasonOf,
  SubjectOf,
} from "../../contract/outbox/define-actor.ts";
import { countActorFailure } from "../../db/outbox/actor-rows.ts";
import { inActSpan } from "../../db/platform/tracing/act-span.ts";
import { isTrouble, transact } from "../../db/platform/transactions/transact.ts";
import type { ActorAgenda, ActorReport } from "../../rules/outbox/actor-agenda.ts";
import { RESTART_ACT, settlingActOf } from "../../rules/outbox/actor-names.ts";
import { doublingPause, SETTLE_PAUSES } from "../../rules/outbox/doubling-pause.ts";
import { failQuietly } from "../fail-quietly.ts";
import { restartActor } from "./restart-actor.ts";
import type { NewActors } from "./settle-new-actors.ts";

/** Registers an actor; its line in workers/actors.ts is all that other code knows of it. */
export function registerActor<
  Definition extends ActorDefinition,
  Deps,
  Agenda extends ActorAgenda<DueReasonOf<Definition>>,
>(
  definition: DefinedActor<Definition>,
  acts: ActorActs<Definition, Deps, Agenda>,
): RegisteredActor<Deps> & Reporting<Agenda> {
  const report = (agenda: Agenda, workflowId: string): ActorReport => {
    const { open, dueAt, dueReason, dueInMs, waiting, did, more, over } = agenda;
    const shown = {
      attributes: acts.attributes(agenda, definition.subjectOf(workflowId)),
      details: acts.details(agenda),
    };
    const next = { ...(more === true && { more }), ...(over === true && { over }) };
    return { open, dueAt, dueReason, dueInMs, waiting, did, ...next, ...shown };
  };
  const { newActors } = acts;
  return {
    definition,
    newActors:
      newActors === undefined
        ? null
        : {
            event: newActors.event,
            async settle(em, workflowIds) {
              const settled = await newActors.settle(
                em,
                workflowIds.map((workflowId) => definition.subjectOf(workflowId)),
              );
              const reports = settled.map(({ subject, agenda }) => {
                const workflowId = definition.idOf(subject);
                return [workflowId, report(agenda, workflowId)] as const;
              });
              return new Map(reports);
            },
          },
    report,
    async settle(deps, { workflowId, runId, retryNow }) {
      const subject = definition.subjectOf(workflowId);
      return report(await acts.settle(deps, { ...subject, runId, retryNow }), workflowId);
    },
  };
}

/** Dependencies of every settling act. */
export interface SettlingDeps {
  readonly em: SqlEntityManager;
  readonly log: Logger;
}

/** The call of an act by its actor. */
export interface SettleOrder {
  readonly workflowId: string;
  /** Run of the calling workflow. */
  readonly runId: string;
  /** An operator wants waiting retries to be due now. */
  readonly retryNow: boolean;
  /** `traceparent`s of the acts whose events woke it; absent if none was recorded. */
  readonly traces?: readonly string[];
}

/** An actor as a worker runs it. */
export interface RegisteredActor<Deps> {
  readonly definition: ActorDefinition;
  /** Null if each new actor settles itself. */
  readonly newActors: NewActors | null;
  settle(deps: Deps, order: SettleOrder): Promise<ActorReport>;
}

/** The acts of an actor, and how it is shown. */
export interface ActorActs<Definition extends ActorDefinition, Deps, Agenda> {
  /** Queries PostgreSQL for what is due and settles it. */
  settle(
    deps: Deps,
    input: SubjectOf<Definition> & Pick<SettleOrder, "runId" | "retryNow">,
  ): Promise<Agenda>;
  /** The first settlement of many new actors together, if it can be done in few statements. */
  readonly newActors?: {
    readonly event: Definition["wakesOn"][number];
    settle(
      em: SqlEntityManager,
      subjects: readonly SubjectOf<Definition>[],
    ): Promise<readonly { readonly subject: SubjectOf<Definition>; readonly agenda: Agenda }[]>;
  };
  attributes(
    agenda: Agenda,
    subject: SubjectOf<Definition>,
  ): Readonly<Record<Definition["searchAttributes"][number], string | null>>;
  /** Lines of Markdown, for the web UI. */
  details(agenda: Agenda): readonly string[];
}

/** An act's answer to its workflow: the agenda, and how it is shown. */
export interface Reporting<Agenda> {
  report(agenda: Agenda, workflowId: string): ActorReport;
}

/** An act of an actor as its workflow calls it; only a settling act reports. */
export type ActorAct = (order: SettleOrder) => Promise<ActorReport | void>;

/** Called after each act with whether the database answered; not called for other failures. */
export type NoteDatabase = (answered: boolean) => void;

/** The settling acts of these actors and the act that restarts one, by name, as a worker registers them. */
export function createSettlingActs<Deps extends SettlingDeps>(
  actors: readonly RegisteredActor<Deps>[],
  deps: Deps,
  noteDatabase: NoteDatabase = () => {},
): Record<string, ActorAct> {
  const { em, log } = deps;
  const restart = ({ workflowId }: Pick<SettleOrder, "workflowId">) => restartActor(em, workflowId);
  const settling = Object.fromEntries(
    actors.map((actor) => {
      const name = settlingActOf(actor.definition.kind);
      const settle = (order: SettleOrder) =>
        countingFailure({ em, noteDatabase }, order.workflowId, () =>
          inActSpan(spanOf(name, order), () => actor.settle(deps, order)),
        );
      return [name, failQuietly({ log, name }, settle)];
    }),
  );
  return { ...settling, [RESTART_ACT]: failQuietly({ log, name: RESTART_ACT }, restart) };
}

const spanOf = (name: string, { runId, traces = [] }: SettleOrder) => ({
  name,
  wokenBy: traces,
  attributesOf: () => ({ "sideline.run_id": runId }),
});

/**
 * Records that a settling act failed: its actor retries after a pause, and the sweep skips it until then. If this fails
 * too, the sweep wakes the actor once more. A transient database error is not the actor's failure: it is woken when the
 * database is back.
 */
async function countingFailure<Result>(
  { em, noteDatabase }: Pick<SettlingDeps, "em"> & { readonly noteDatabase: NoteDatabase },
  workflowId: string,
  settle: () => Promise<Result>,
): Promise<Result> {
  try {
    const settled = await settle();
    noteDatabase(true);
    return settled;
  } catch (error) {
    if (isTrouble(error)) {
      noteDatabase(false);
    } else {
      const pauseOf = (failures: number) => doublingPause(failures, SETTLE_PAUSES);
      const counting = transact(em, (tx) => countActorFailure(tx, workflowId, pauseOf));
      await counting.catch(() => undefined);
    }
    throw error;
  }
}

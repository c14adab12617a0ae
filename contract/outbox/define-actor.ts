import type { DomainEvent, EventType } from "./vocabulary.ts";

/** Defines an actor. Its activity registers it (activities/outbox/register-actor.ts). */
export function defineActor<const Definition extends ActorDefinition>(
  definition: Definition,
): DefinedActor<Definition> {
  const { kind, subject: parts } = definition;
  const idOf = (subject: Readonly<Record<string, string>>) =>
    [kind, ...parts.map((part) => subject[part])].join("/");
  const addressed = (event: DomainEvent, subject: Readonly<Record<string, string>>) =>
    definition.wakesOn.includes(event.type) ? { ...event, actorId: idOf(subject) } : event;
  return {
    ...definition,
    idOf,
    subjectOf(workflowId) {
      const [prefix, ...ids] = workflowId.split("/");
      const subject = Object.fromEntries(parts.map((part, index) => [part, ids[index] ?? ""]));
      if (prefix === kind && ids.length === parts.length && isSubject(definition, subject)) {
        return subject;
      }
      throw new Error(`This workflow id names no actor of the kind ${kind}`);
    },
    wokenBy: (event, subject) => addressed(event, subject),
    startedBy: (event, subject) => ({ ...addressed(event, subject), defersStart: true }),
  };
}

/** Definition of an actor: everything that its ids, rows, events and operators' views need. */
export interface ActorDefinition<
  Part extends string = string,
  Reason extends string = string,
  Attribute extends string = string,
> {
  /** First part of its workflow id; its workflow and its activity are named after it (actor-names.ts). */
  readonly kind: string;
  /** Names of the ids that follow the kind, in order. */
  readonly subject: readonly Part[];
  /** Events that wake the actor; a room passes each of them through `wokenBy`. */
  readonly wakesOn: readonly EventType[];
  /** Reasons for which it can be due. */
  readonly dueReasons: readonly Reason[];
  /** Its own search attributes, all keywords, in addition to those of every actor. */
  readonly searchAttributes: readonly Attribute[];
  /** Whether starts of new actors may wait behind other work (docs/rooms/actors.md#deferred-start). */
  readonly defersStarts?: boolean;
  /** Names that earlier releases used, and that their rows, signals and histories still have. */
  readonly former?: {
    readonly wakesOn: readonly EventType[];
    readonly dueReasons: readonly string[];
  };
}

/** The ids of one actor of a definition. */
export type SubjectOf<Definition extends ActorDefinition> = Readonly<
  Record<Definition["subject"][number], string>
>;

/** A reason for which an actor of a definition can be due. */
export type DueReasonOf<Definition extends ActorDefinition> = Definition["dueReasons"][number];

/** A definition with the functions derived from it. */
export type DefinedActor<Definition extends ActorDefinition> = Definition & {
  /** Workflow id of the actor with these ids. */
  idOf(subject: SubjectOf<Definition>): string;
  /** The ids of a workflow id. @throws Error if it does not belong to this kind of actor. */
  subjectOf(workflowId: string): SubjectOf<Definition>;
  /** Returns the event addressed to the actor if it wakes the actor, otherwise unchanged. */
  wokenBy(event: DomainEvent, subject: SubjectOf<Definition>): DomainEvent;
  /** The same for the first event of a new actor whose start may wait. */
  startedBy(event: DomainEvent, subject: SubjectOf<Definition>): DomainEvent;
};

function isSubject<Definition extends ActorDefinition>(
  { subject }: Definition,
  found: Readonly<Record<string, string>>,
): found is SubjectOf<Definition> {
  return subject.every((part) => found[part] !== "");
}

import type { DomainEvent, EventType } from "./vocabulary.ts";

/** What an actor is: enough for its ids, its rows, its events and what operators see of it. */
export interface ActorDefinition<
  Part extends string = string,
  Reason extends string = string,
  Attribute extends string = string,
> {
  /** First part of its workflow id; its workflow and its act are named after it (actor-names.ts). */
  readonly kind: string;
  /** Names of the ids that follow, in their order. */
  readonly subject: readonly Part[];
  /** Events that it hears of; each has to be told of it (`wokenBy`). */
  readonly wakesOn: readonly EventType[];
  /** What it can wait for. */
  readonly dueReasons: readonly Reason[];
  /** Its own search attributes, all of them keywords; every actor has some more. */
  readonly searchAttributes: readonly Attribute[];
}

/** The ids of one actor of a definition. */
export type SubjectOf<Definition extends ActorDefinition> = Readonly<
  Record<Definition["subject"][number], string>
>;

/** What an actor of a definition can wait for. */
export type DueReasonOf<Definition extends ActorDefinition> = Definition["dueReasons"][number];

/** A definition and what follows from it. */
export type DefinedActor<Definition extends ActorDefinition> = Definition & {
  /** Workflow id of the actor of these ids. */
  idOf(subject: SubjectOf<Definition>): string;
  /** The ids of a workflow id. @throws Error when it is not one of these actors. */
  subjectOf(workflowId: string): SubjectOf<Definition>;
  /** The event, told of the actor when it is one that it wakes on: others are none of its business. */
  wokenBy(event: DomainEvent, subject: SubjectOf<Definition>): DomainEvent;
};

/** Defines an actor. Its act registers it (activities/outbox/register-actor.ts). */
export function defineActor<const Definition extends ActorDefinition>(
  definition: Definition,
): DefinedActor<Definition> {
  const { kind, subject: parts } = definition;
  const idOf = (subject: Readonly<Record<string, string>>) =>
    [kind, ...parts.map((part) => subject[part])].join("/");
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
    wokenBy(event, subject) {
      return definition.wakesOn.includes(event.type) ? { ...event, actorId: idOf(subject) } : event;
    },
  };
}

function isSubject<Definition extends ActorDefinition>(
  { subject }: Definition,
  found: Readonly<Record<string, string>>,
): found is SubjectOf<Definition> {
  return subject.every((part) => found[part] !== "");
}

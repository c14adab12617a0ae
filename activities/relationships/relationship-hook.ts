import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import type { RelationshipPrincipal } from "../../contract/relationships/vocabulary.ts";
import type { Invitation } from "../../db/invitations/invitation.ts";
import type { Relationship } from "../../db/relationships/relationship.ts";
import type { Tx } from "../../db/transact.ts";

/** A relationship that an accepted invitation has just made. */
export interface OpenedRelationship {
  readonly relationship: Relationship;
  readonly invitation: Pick<Invitation, "id" | "workspaceId" | "formVersionId">;
  readonly now: Date;
  readonly requestId: string | null;
}

/** A relationship as it is after the change, and on whose word it came to it. */
export interface ChangedRelationship {
  readonly relationship: Relationship;
  readonly actor: { readonly userId: string; readonly kind: RelationshipPrincipal };
  readonly now: Date;
  readonly requestId: string | null;
}

/** A relationship before something becomes of it. */
export interface RelationshipAtHand {
  readonly relationship: Relationship;
  readonly now: Date;
  readonly requestId: string | null;
}

/** The local day of a relationship, and when the next one begins; null while its calendar stands still. */
export interface PresentDay {
  readonly localDate: string;
  readonly nextDayAt: Date | null;
}

/** A relationship that another coach has now, and who had it. */
export interface GivenRelationship {
  readonly relationship: Relationship;
  readonly fromCoachUserId: string;
  readonly now: Date;
}

/**
 * What another room does when something becomes of a relationship, in the same transaction and under the
 * scope's lock. A change is answered with the actor that its event wakes, or null; an event wakes one
 * actor, so at most one hook names it.
 */
export interface RelationshipHook {
  opened?(tx: Tx, opened: OpenedRelationship): Promise<void>;
  /** Before anything becomes of it: what follows from the time that has passed. Who keeps its days names the day. */
  bringUp?(tx: Tx, atHand: RelationshipAtHand): Promise<PresentDay>;
  zoneChanged?(tx: Tx, changed: ChangedRelationship): Promise<Wakes | null>;
  /** The baseline is complete. */
  activated?(tx: Tx, changed: ChangedRelationship): Promise<Wakes | null>;
  paused?(tx: Tx, changed: ChangedRelationship): Promise<Wakes | null>;
  resumed?(tx: Tx, changed: ChangedRelationship): Promise<Wakes | null>;
  ended?(tx: Tx, changed: ChangedRelationship): Promise<Wakes | null>;
  coachChanged?(tx: Tx, given: GivenRelationship): Promise<void>;
}

/** Tells the event of a change of the actor that it wakes. */
export type Wakes = (event: DomainEvent) => DomainEvent;

/** The hooks of every room that follows relationships, in the order in which they are told. */
export type RelationshipHooks = readonly RelationshipHook[];

/** What may become of a relationship that is there. */
export type RelationshipChange = Exclude<
  keyof RelationshipHook,
  "opened" | "bringUp" | "coachChanged"
>;

/** Tells every hook that a relationship was made. */
export async function announceOpened(
  tx: Tx,
  hooks: RelationshipHooks,
  opened: OpenedRelationship,
): Promise<void> {
  for (const hook of hooks) await hook.opened?.(tx, opened);
}

/** Tells every hook that another coach has a relationship. */
export async function announceCoachChanged(
  tx: Tx,
  hooks: RelationshipHooks,
  given: GivenRelationship,
): Promise<void> {
  for (const hook of hooks) await hook.coachChanged?.(tx, given);
}

/** Lets every hook do what follows from the time that has passed. @throws Error when nobody keeps its days. */
export async function bringUp(
  tx: Tx,
  hooks: RelationshipHooks,
  atHand: RelationshipAtHand,
): Promise<PresentDay> {
  let day: PresentDay | null = null;
  for (const hook of hooks) day = (await hook.bringUp?.(tx, atHand)) ?? day;
  if (day === null) throw new Error("Nobody keeps the days of relationships");
  return day;
}

/**
 * Tells every hook of a change.
 *
 * @returns the actor that the change's event wakes, or null.
 */
export async function announceChange(
  tx: Tx,
  { hooks, change }: { readonly hooks: RelationshipHooks; readonly change: RelationshipChange },
  changed: ChangedRelationship,
): Promise<Wakes | null> {
  const named: Wakes[] = [];
  for (const hook of hooks) {
    const wakes = (await hook[change]?.(tx, changed)) ?? null;
    if (wakes !== null) named.push(wakes);
  }
  const [wakes = null, ...others] = named;
  if (others.length > 0) throw new Error(`An event wakes one actor, not ${named.length}`);
  return wakes;
}

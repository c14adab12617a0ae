import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import type { RelationshipPrincipal } from "../../contract/relationships/vocabulary.ts";
import type { Invitation } from "../../db/invitations/invitation.ts";
import type { Relationship } from "../../db/relationships/relationship.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";

/**
 * The reactions of another room when a relationship changes, in the same transaction and under the scope's lock. A
 * change returns the actor that its event wakes, or null. An event wakes one actor, so at most one hook may return
 * one.
 */
export interface RelationshipHook {
  opened?(tx: Tx, opened: OpenedRelationship): Promise<void>;
  /**
   * Called before any change, to apply the effects of passed time. The room that keeps the days returns the present
   * day.
   */
  bringUp?(tx: Tx, loaded: LoadedRelationship): Promise<PresentDay>;
  zoneChanged?(tx: Tx, changed: ChangedRelationship): Promise<Wakes | null>;
  /** The baseline is complete or waived. */
  activated?(tx: Tx, changed: ChangedRelationship): Promise<Wakes | null>;
  paused?(tx: Tx, changed: ChangedRelationship): Promise<Wakes | null>;
  resumed?(tx: Tx, changed: ChangedRelationship): Promise<Wakes | null>;
  ended?(tx: Tx, changed: ChangedRelationship): Promise<Wakes | null>;
  coachChanged?(tx: Tx, given: GivenRelationship): Promise<void>;
}

/** A relationship that an accepted invitation has just created. */
export interface OpenedRelationship {
  readonly relationship: Relationship;
  readonly invitation: Pick<Invitation, "id" | "workspaceId" | "formVersionId">;
  readonly now: Date;
  readonly requestId: string | null;
}

/** A relationship after a change, and who made it. */
export interface ChangedRelationship {
  readonly relationship: Relationship;
  readonly actor: { readonly userId: string; readonly kind: RelationshipPrincipal };
  readonly now: Date;
  readonly requestId: string | null;
}

/** A relationship before a change. */
export interface LoadedRelationship {
  readonly relationship: Relationship;
  readonly now: Date;
  readonly requestId: string | null;
}

/** The local day of a relationship, and the start of the next one; null while its calendar is stopped. */
export interface PresentDay {
  readonly localDate: string;
  readonly nextDayAt: Date | null;
}

/** A relationship with a new coach, and the former one. */
export interface GivenRelationship {
  readonly relationship: Relationship;
  readonly fromCoachUserId: string;
  readonly now: Date;
}

/** Adds the actor that a change's event wakes. */
export type Wakes = (event: DomainEvent) => DomainEvent;

/** The hooks of all rooms that follow relationships, in call order. */
export type RelationshipHooks = readonly RelationshipHook[];

/** Changes of an existing relationship. */
export type RelationshipChange = Exclude<
  keyof RelationshipHook,
  "opened" | "bringUp" | "coachChanged"
>;

/** Notifies every hook of a new relationship. */
export async function announceOpened(
  tx: Tx,
  hooks: RelationshipHooks,
  opened: OpenedRelationship,
): Promise<void> {
  for (const hook of hooks) await hook.opened?.(tx, opened);
}

/** Notifies every hook of a new coach. */
export async function announceCoachChanged(
  tx: Tx,
  hooks: RelationshipHooks,
  given: GivenRelationship,
): Promise<void> {
  for (const hook of hooks) await hook.coachChanged?.(tx, given);
}

/**
 * Lets every hook apply the effects of passed time.
 *
 * @throws Error when no hook returns the present day.
 */
export async function bringUp(
  tx: Tx,
  hooks: RelationshipHooks,
  loaded: LoadedRelationship,
): Promise<PresentDay> {
  let day: PresentDay | null = null;
  for (const hook of hooks) day = (await hook.bringUp?.(tx, loaded)) ?? day;
  if (day === null) throw new Error("No hook keeps the days of relationships");
  return day;
}

/**
 * Notifies every hook of a change.
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

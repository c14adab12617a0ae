import type { SaveClientProfile } from "../../contract/relationships/client-profile-schema.ts";
import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { ClientProfile } from "../../db/accounts/client-profile.ts";
import { Relationship } from "../../db/relationships/relationship.ts";
import { findOpenRelationshipId } from "../../db/relationships/queries.ts";
import { User } from "../../db/accounts/user.ts";
import { lockScope } from "../../db/platform/scopes/lock-scopes.ts";
import { newId } from "../../db/platform/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { recordScopeChanges } from "../../db/platform/scopes/record-scope-changes.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { localDateOf } from "../../rules/local-day.ts";
import { type BaselineChange, baselineChange } from "../../rules/relationships/baseline-change.ts";
import { withheldFields } from "../../rules/relationships/privacy-settings.ts";
import { afterBaseline } from "../../rules/relationships/judge-relationship-act.ts";
import { missingBaseline } from "../../rules/relationships/missing-baseline.ts";
import { chooseZone } from "../../rules/relationships/relationship-zone.ts";
import { saveRelationshipState, type RelationshipMove } from "./save-relationship-state.ts";
import {
  announceChange,
  bringUp,
  type RelationshipHooks,
  type Wakes,
} from "./relationship-hook.ts";

/**
 * Stores a client's profile; idempotent. A complete baseline ends onboarding, also during a pause. A new time zone
 * applies from the next local date. The profile belongs to the client (docs/rooms/relationships.md#baseline), not to
 * the relationship: without an open one it is stored too. The caller holds the lock on the account.
 *
 * @throws Refusal NOT_FOUND when the user was never a client, VALIDATION_FAILED for a birth date in the future.
 */
export async function saveClientProfile(
  tx: Tx,
  saving: ClientProfileSaving,
  hooks: RelationshipHooks,
): Promise<void> {
  const { userId, profile } = saving;
  const relationshipId = await findOpenRelationshipId(tx, userId);
  if (relationshipId !== null) await lockScope(tx, relationshipId);
  const now = await clockNow(tx);
  refuseUnborn(profile, now);
  const change = await saveProfile(tx, { userId, profile, now });
  if (relationshipId !== null) await follow(tx, { saving, relationshipId, change, now, hooks });
}

/** A client's whole profile, as they send it. */
export interface ClientProfileSaving {
  readonly userId: string;
  readonly profile: SaveClientProfile;
  readonly requestId: string | null;
}

function refuseUnborn({ birthDate, timezone }: SaveClientProfile, now: Date): void {
  if (birthDate === null || birthDate <= localDateOf(now, timezone)) return;
  const error = { pointer: "/birthDate", code: "too_big", message: "This day is in the future" };
  throw new Refusal("VALIDATION_FAILED", { errors: [error] });
}

async function saveProfile(
  tx: Tx,
  { userId, profile, now }: { userId: string; profile: SaveClientProfile; now: Date },
): Promise<BaselineChange> {
  const stored = await tx.findOne(ClientProfile, { userId });
  if (stored === null) throw new Refusal("NOT_FOUND");
  const user = await tx.findOneOrFail(User, userId);
  const change = baselineChange(stored, profile, withheldFields(stored.privacySettings));
  if (differs(stored, profile)) tx.assign(stored, { ...profile, statedAt: now, updatedAt: now });
  if (change !== null) tx.assign(stored, { baselineChangedAt: now });
  // The name of a client who is also a coach comes from the coach profile.
  if (!user.roles.includes("COACH") && user.displayName !== profile.displayName) {
    tx.assign(user, { displayName: profile.displayName, updatedAt: now });
  }
  await tx.flush();
  return change;
}

function differs(stored: ClientProfile, profile: SaveClientProfile): boolean {
  return (
    stored.displayName !== profile.displayName ||
    stored.timezone !== profile.timezone ||
    stored.locale !== profile.locale ||
    stored.birthDate !== profile.birthDate ||
    stored.heightCm !== profile.heightCm ||
    stored.goal !== profile.goal
  );
}

/** Applies the profile to the relationship, unless that has ended meanwhile. */
async function follow(
  tx: Tx,
  attempt: {
    readonly saving: ClientProfileSaving;
    readonly relationshipId: string;
    readonly change: BaselineChange;
    readonly now: Date;
    readonly hooks: RelationshipHooks;
  },
): Promise<void> {
  const { saving, relationshipId, change, now, hooks } = attempt;
  const { userId, profile, requestId } = saving;
  const relationship = await tx.findOneOrFail(Relationship, { id: relationshipId });
  if (relationship.status === "ENDED") return;
  const actor = { userId, kind: "CLIENT" as const };
  const move = { actor, reason: null, requestId, now, hooks };
  const { nextDayAt } = await bringUp(tx, hooks, { relationship, now, requestId });
  await changeZone(tx, { relationship, wanted: profile.timezone, nextDayAt }, move);
  if (change !== null)
    await appendEvents(tx, [baselineEvent(relationship, change)], { now, requestId });
  if (missingBaseline(profile).length > 0) return;
  await saveRelationshipState(tx, { relationship, to: afterBaseline(relationship) }, move);
}

async function changeZone(
  tx: Tx,
  change: {
    readonly relationship: Relationship;
    readonly wanted: string;
    readonly nextDayAt: Date | null;
  },
  { actor, now, requestId, hooks }: RelationshipMove,
): Promise<void> {
  const { relationship, wanted, nextDayAt } = change;
  const { id, timezone, nextTimezone, zoneChangesAt } = relationship;
  const before = { timezone, nextTimezone, zoneChangesAt };
  const zone = chooseZone(before, wanted, { now, nextDayAt });
  if (zone === before || sameZone(zone, before)) return;
  tx.assign(relationship, { ...zone, updatedAt: now });
  await tx.flush();
  await recordScopeChanges(tx, [{ relationshipId: id, changes: { scope: [id] } }], now);
  const changed = { relationship, actor, now, requestId };
  const wakes = await announceChange(tx, { hooks, change: "zoneChanged" }, changed);
  await appendEvents(tx, [zoneChanged(relationship, wakes)], { now, requestId });
}

function zoneChanged(relationship: Relationship, wakes: Wakes | null): DomainEvent {
  const { id, workspaceId, coachUserId, clientUserId } = relationship;
  const event: DomainEvent = {
    eventId: newId(),
    type: "CoachClientRelationshipZoneChanged",
    subjectId: id,
    version: 0,
    refs: { workspaceId, relationshipId: id, coachUserId, clientUserId },
  };
  return wakes === null ? event : wakes(event);
}

/** The event of a complete or changed baseline; ids only. */
function baselineEvent(
  relationship: Relationship,
  change: NonNullable<BaselineChange>,
): DomainEvent {
  const { id, workspaceId, coachUserId, clientUserId } = relationship;
  return {
    eventId: newId(),
    type: change === "COMPLETED" ? "ClientProfileReadyForReview" : "ClientProfileSectionUpdated",
    subjectId: id,
    version: 0,
    refs: { workspaceId, relationshipId: id, coachUserId, clientUserId },
  };
}

type Zone = ReturnType<typeof chooseZone>;

const sameZone = (one: Zone, other: Zone) =>
  one.timezone === other.timezone && one.nextTimezone === other.nextTimezone;

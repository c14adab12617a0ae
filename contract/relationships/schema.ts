import * as z from "zod";
import {
  idSchema,
  instantSchema,
  localDateSchema,
  pageQuerySchema,
  pageSchema,
  textSchema,
} from "../wire.ts";
import {
  REASON_LENGTH,
  RELATIONSHIP_PRINCIPALS,
  RESUMED_STATUSES,
  RELATIONSHIP_STATUSES,
} from "./vocabulary.ts";
import { heartbeatShape } from "../accounts/session-schema.ts";
import { NEXT_ROUTES } from "../accounts/vocabulary.ts";

/** A client's one relationship that is not ended. */
export const clientRelationshipSchema = z.strictObject({
  relationshipId: idSchema,
  workspaceId: idSchema,
  workspaceName: z.string(),
  coachUserId: idSchema,
  coachDisplayName: z.string(),
  status: z.enum(RELATIONSHIP_STATUSES),
  timezone: z.string(),
  startedAt: instantSchema,
});

export const listRelationshipsQuerySchema = pageQuerySchema.extend({
  status: z.enum(RELATIONSHIP_STATUSES).optional(),
});

/** A relationship in the list of its workspace. */
export const relationshipSchema = z.strictObject({
  relationshipId: idSchema,
  clientUserId: idSchema,
  clientDisplayName: z.string(),
  coachUserId: idSchema,
  status: z.enum(RELATIONSHIP_STATUSES),
  timezone: z.string(),
  startedAt: instantSchema,
  endedAt: instantSchema.nullable(),
});

export const relationshipPageSchema = pageSchema(relationshipSchema);

/** `relationshipStatus` is null for a client without a coach. */
export const clientHeartbeatAnswerSchema = z.strictObject({
  ...heartbeatShape,
  relationshipStatus: z.enum(RELATIONSHIP_STATUSES).nullable(),
});

/** Why; where one is required, absent or empty is REASON_REQUIRED. */
export const reasonBodySchema = z.strictObject({ reason: textSchema(REASON_LENGTH).optional() });

const stateShape = {
  status: z.enum(RELATIONSHIP_STATUSES),
  pausedAt: instantSchema.nullable(),
  /** What resuming returns to; null unless paused. */
  resumesAs: z.enum(RESUMED_STATUSES).nullable(),
  endedAt: instantSchema.nullable(),
};

/** Where a relationship stands after it was paused, resumed or ended. */
export const relationshipStateSchema = z.strictObject({ relationshipId: idSchema, ...stateShape });

/** What a client is left with who ended the relationship. */
export const endedRelationshipSchema = z.strictObject({
  ...relationshipStateSchema.shape,
  nextRoute: z.enum(NEXT_ROUTES),
});

/** One change of status, or another coach in the same status; on whose word and why. */
const relationshipEventSchema = z.strictObject({
  fromStatus: z.enum(RELATIONSHIP_STATUSES),
  toStatus: z.enum(RELATIONSHIP_STATUSES),
  /** Null unless it passed from one coach to another. */
  fromCoachUserId: idSchema.nullable(),
  toCoachUserId: idSchema.nullable(),
  reason: z.string().nullable(),
  actorUserId: idSchema,
  actorKind: z.enum(RELATIONSHIP_PRINCIPALS),
  occurredAt: instantSchema,
});

/** One relationship with its history, to the coaches of its workspace. */
export const relationshipDetailSchema = z.strictObject({
  ...relationshipSchema.shape,
  ...stateShape,
  coachDisplayName: z.string(),
  clientLocale: z.string(),
  /** Zone that days are counted in from `zoneChangesAt` on; null while no change waits. */
  nextTimezone: z.string().nullable(),
  zoneChangesAt: instantSchema.nullable(),
  /** What the client told of themselves; null once the relationship has ended. */
  baseline: z
    .strictObject({
      birthDate: localDateSchema.nullable(),
      heightCm: z.int().nullable(),
      goal: z.string().nullable(),
    })
    .nullable(),
  /** Changes of status and coach, newest first, at most 100. */
  history: z.array(relationshipEventSchema),
});

import * as z from "zod";
import { idSchema, instantSchema, localDateSchema, pageQuerySchema, pageSchema } from "../wire.ts";
import {
  BASELINE_FIELDS,
  RELATIONSHIP_PRINCIPALS,
  RESUMED_STATUSES,
  RELATIONSHIP_STATUSES,
} from "./vocabulary.ts";
import { heartbeatShape } from "../accounts/session-schema.ts";
import { NEXT_ROUTES } from "../accounts/vocabulary.ts";

export const clientRelationshipSchema = z
  .strictObject({
    relationshipId: idSchema,
    workspaceId: idSchema,
    workspaceName: z.string(),
    coachUserId: idSchema,
    coachDisplayName: z.string(),
    coachPublicHandle: z
      .string()
      .nullable()
      .describe("The handle that the coach chose; null without one."),
    status: z.enum(RELATIONSHIP_STATUSES),
    timezone: z.string(),
    startedAt: instantSchema,
  })
  .meta({
    id: "ClientRelationship",
    description: "A client's one relationship that is not ended.",
  });

export const listRelationshipsQuerySchema = pageQuerySchema.extend({
  status: z.enum(RELATIONSHIP_STATUSES).optional(),
});

export const relationshipSchema = z
  .strictObject({
    relationshipId: idSchema,
    clientUserId: idSchema,
    clientDisplayName: z.string(),
    coachUserId: idSchema,
    status: z.enum(RELATIONSHIP_STATUSES),
    timezone: z.string(),
    startedAt: instantSchema,
    endedAt: instantSchema.nullable(),
  })
  .meta({ id: "Relationship", description: "A relationship in the list of its workspace." });

export const relationshipPageSchema = pageSchema(relationshipSchema);

export const clientHeartbeatAnswerSchema = z
  .strictObject({
    ...heartbeatShape,
    relationshipStatus: z.enum(RELATIONSHIP_STATUSES).nullable(),
  })
  .meta({
    id: "ClientHeartbeatAnswer",
    description: "`relationshipStatus` is null for a client without a coach.",
  });

const stateShape = {
  status: z.enum(RELATIONSHIP_STATUSES),
  pausedAt: instantSchema.nullable(),
  resumesAs: z
    .enum(RESUMED_STATUSES)
    .nullable()
    .describe("The status after the pause; null unless paused."),
  endedAt: instantSchema.nullable(),
};

export const relationshipStateSchema = z
  .strictObject({ relationshipId: idSchema, ...stateShape })
  .meta({
    id: "RelationshipState",
    description: "State of a relationship after it was paused, resumed or ended.",
  });

export const endedRelationshipSchema = z
  .strictObject({
    ...relationshipStateSchema.shape,
    nextRoute: z.enum(NEXT_ROUTES),
  })
  .meta({
    id: "EndedRelationship",
    description: "State of a client who ended the relationship.",
  });

const relationshipEventSchema = z
  .strictObject({
    fromStatus: z.enum(RELATIONSHIP_STATUSES),
    toStatus: z.enum(RELATIONSHIP_STATUSES),
    fromCoachUserId: idSchema
      .nullable()
      .describe("Null unless the client was reassigned to another coach."),
    toCoachUserId: idSchema.nullable(),
    reason: z.string().nullable(),
    actorUserId: idSchema,
    actorKind: z.enum(RELATIONSHIP_PRINCIPALS),
    occurredAt: instantSchema,
  })
  .meta({
    id: "RelationshipEvent",
    description:
      "One change of status, or of coach in the same status, with its author and reason.",
  });

export const relationshipDetailSchema = z
  .strictObject({
    ...relationshipSchema.shape,
    ...stateShape,
    coachDisplayName: z.string(),
    clientLocale: z.string(),
    nextTimezone: z
      .string()
      .nullable()
      .describe(
        "The next zone, in which days are counted from `zoneChangesAt` on; null if no change is pending.",
      ),
    zoneChangesAt: instantSchema.nullable(),
    baseline: z
      .strictObject({
        birthDate: localDateSchema.nullable(),
        heightCm: z.int().nullable(),
        goal: z.string().nullable(),
        withheld: z
          .array(z.enum(BASELINE_FIELDS))
          .describe("Fields that the client hides from coaches; they are null here."),
      })
      .nullable()
      .describe("The client's own information; null once the relationship has ended."),
    history: z
      .array(relationshipEventSchema)
      .describe("Changes of status and coach, newest first, at most 100."),
  })
  .meta({
    id: "RelationshipDetail",
    description: "One relationship with its history, to the coaches of its workspace.",
  });

export const handClientOverSchema = z
  .strictObject({
    coachUserId: idSchema.describe("A member of the workspace, who becomes the client's coach."),
  })
  .meta({ id: "HandClientOver", description: "The coach to whom a client is reassigned." });

export const relationshipCoachSchema = z
  .strictObject({ relationshipId: idSchema, coachUserId: idSchema, updatedAt: instantSchema })
  .meta({ id: "RelationshipCoach", description: "Who coaches a client." });

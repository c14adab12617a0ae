import * as z from "zod";
import {
  idSchema,
  instantSchema,
  lineSchema,
  localeSchema,
  pageSchema,
  timezoneSchema,
} from "../wire.ts";
import { MEMBERSHIP_ROLES, WORKSPACE_STATUSES } from "./vocabulary.ts";

const HOURS = { first: 0, last: 23 } as const;
const digestHourSchema = z.int().min(HOURS.first).max(HOURS.last);

export const workspaceSchema = z
  .strictObject({
    workspaceId: idSchema,
    name: z.string(),
    status: z.enum(WORKSPACE_STATUSES),
    role: z.enum(MEMBERSHIP_ROLES).describe("The caller's role in it."),
  })
  .meta({
    id: "Workspace",
    description: "A workspace of coaches and their clients, as one of its members sees it.",
  });

const percentSchema = z.int().min(1).max(100);

export const adherenceLimitsSchema = z
  .strictObject({
    onTrackPercent: percentSchema.describe("Minimum percentage of on track."),
    attentionPercent: percentSchema.describe(
      "Minimum percentage of attention; below it, a client is off track.",
    ),
    fewestCounted: z
      .int()
      .min(1)
      .max(100)
      .describe("With fewer counted tasks, a client is not rated."),
  })
  .refine(({ onTrackPercent, attentionPercent }) => attentionPercent <= onTrackPercent, {
    path: ["attentionPercent"],
    error: "Above onTrackPercent",
  })
  .meta({
    id: "AdherenceLimits",
    description: "Limits by which the workspace's clients are rated.",
  });

export const workspaceSettingsSchema = z
  .strictObject({
    workspaceId: idSchema,
    name: z.string(),
    status: z.enum(WORKSPACE_STATUSES),
    timezone: z.string().describe("Zone of the digest; by default the owner's."),
    locale: z
      .string()
      .describe("Language of invitations for which the coach chose none; by default the owner's."),
    digestHour: digestHourSchema.describe(
      "Hour of the coaches' digest. If the clocks skip this hour up to midnight, the digest is sent at the end of the day.",
    ),
    adherenceLimits: adherenceLimitsSchema,
    updatedAt: instantSchema,
  })
  .meta({
    id: "WorkspaceSettings",
    description: "Settings of a workspace, with defaults for those never chosen.",
  });

export const changeWorkspaceSettingsSchema = z
  .strictObject({
    name: lineSchema(100).optional(),
    timezone: timezoneSchema.optional(),
    locale: localeSchema.optional(),
    digestHour: digestHourSchema.optional(),
    adherenceLimits: adherenceLimitsSchema.optional(),
  })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    error: "Name at least one setting",
  })
  .meta({ id: "ChangeWorkspaceSettings", description: "The settings to change; at least one." });
export type ChangeWorkspaceSettings = z.output<typeof changeWorkspaceSettingsSchema>;

export const workspaceStateSchema = z
  .strictObject({
    workspaceId: idSchema,
    status: z.enum(WORKSPACE_STATUSES),
    updatedAt: instantSchema,
  })
  .meta({
    id: "WorkspaceState",
    description: "State of a workspace after it was suspended, reinstated or archived.",
  });

export const memberSchema = z
  .strictObject({
    userId: idSchema,
    displayName: z.string(),
    role: z.enum(MEMBERSHIP_ROLES),
    joinedAt: instantSchema,
  })
  .meta({ id: "Member", description: "An active member of a workspace, to each other member." });
export const memberPageSchema = pageSchema(memberSchema);

export const removedMemberSchema = z
  .strictObject({ userId: idSchema, endedAt: instantSchema })
  .meta({ id: "RemovedMember", description: "A member who lost access." });

export const removeMemberQuerySchema = z.strictObject({
  successorUserId: idSchema
    .optional()
    .describe("The member who takes over their clients and tasks; by default the owner."),
});

export const handWorkspaceOverSchema = z
  .strictObject({ ownerUserId: idSchema.describe("The member who becomes the owner.") })
  .meta({ id: "HandWorkspaceOver", description: "The new owner of a workspace." });

export const workspaceOwnerSchema = z
  .strictObject({ workspaceId: idSchema, ownerUserId: idSchema, updatedAt: instantSchema })
  .meta({ id: "WorkspaceOwner", description: "The owner of a workspace." });

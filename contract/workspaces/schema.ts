import * as z from "zod";
import { idSchema, instantSchema, lineSchema, pageSchema, timezoneSchema } from "../wire.ts";
import { MEMBERSHIP_ROLES, WORKSPACE_STATUSES } from "./vocabulary.ts";

const HOURS = { first: 0, last: 23 } as const;
const digestHourSchema = z.int().min(HOURS.first).max(HOURS.last);

export const workspaceSchema = z
  .strictObject({
    workspaceId: idSchema,
    name: z.string(),
    status: z.enum(WORKSPACE_STATUSES),
    role: z.enum(MEMBERSHIP_ROLES).describe("What the caller is in it."),
  })
  .meta({
    id: "Workspace",
    description: "A workspace of coaches and their clients, as one of its members sees it.",
  });

const percentSchema = z.int().min(1).max(100);

export const adherenceLimitsSchema = z
  .strictObject({
    onTrackPercent: percentSchema.describe("From so many percent on a client is on track."),
    attentionPercent: percentSchema.describe(
      "From so many percent on a client wants attention; below, the client is off track.",
    ),
    fewestCounted: z
      .int()
      .min(1)
      .max(100)
      .describe("With fewer tasks that count nothing is said of a client."),
  })
  .refine(({ onTrackPercent, attentionPercent }) => attentionPercent <= onTrackPercent, {
    path: ["attentionPercent"],
    error: "Above onTrackPercent",
  })
  .meta({
    id: "AdherenceLimits",
    description: "By what the adherence of the workspace's clients is judged.",
  });

export const workspaceSettingsSchema = z
  .strictObject({
    workspaceId: idSchema,
    name: z.string(),
    status: z.enum(WORKSPACE_STATUSES),
    timezone: z.string().describe("Zone of the digest; the owner's until one is chosen."),
    digestHour: digestHourSchema.describe(
      "Hour of the day at which coaches get their digest; at the end of a day whose clocks skip it up to midnight.",
    ),
    adherenceLimits: adherenceLimitsSchema,
    updatedAt: instantSchema,
  })
  .meta({
    id: "WorkspaceSettings",
    description: "How a workspace is set up; what was never chosen has its default.",
  });

export const changeWorkspaceSettingsSchema = z
  .strictObject({
    name: lineSchema(100).optional(),
    timezone: timezoneSchema.optional(),
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
    description: "Where a workspace stands after it was suspended, reinstated or archived.",
  });

export const memberSchema = z
  .strictObject({
    userId: idSchema,
    displayName: z.string(),
    role: z.enum(MEMBERSHIP_ROLES),
    joinedAt: instantSchema,
  })
  .meta({ id: "Member", description: "An active member of a workspace, to its owner." });
export const memberPageSchema = pageSchema(memberSchema);

export const removedMemberSchema = z
  .strictObject({ userId: idSchema, endedAt: instantSchema })
  .meta({ id: "RemovedMember", description: "A member who lost access." });

export const removeMemberQuerySchema = z.strictObject({
  successorUserId: idSchema
    .optional()
    .describe("The member who takes over their clients and tasks; the owner unless told."),
});

export const handWorkspaceOverSchema = z
  .strictObject({ ownerUserId: idSchema.describe("A member, who owns it from then on.") })
  .meta({ id: "HandWorkspaceOver", description: "Whom an owner gives the workspace to." });

export const workspaceOwnerSchema = z
  .strictObject({ workspaceId: idSchema, ownerUserId: idSchema, updatedAt: instantSchema })
  .meta({ id: "WorkspaceOwner", description: "Who owns a workspace." });

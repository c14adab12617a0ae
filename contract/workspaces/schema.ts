import * as z from "zod";
import { idSchema, instantSchema, lineSchema, pageSchema, timezoneSchema } from "../wire.ts";
import { MEMBERSHIP_ROLES, WORKSPACE_STATUSES } from "./vocabulary.ts";

const HOURS = { first: 0, last: 23 } as const;
const digestHourSchema = z.int().min(HOURS.first).max(HOURS.last);

export const workspaceSchema = z.strictObject({
  workspaceId: idSchema,
  name: z.string(),
  status: z.enum(WORKSPACE_STATUSES),
  /** What the caller is in it. */
  role: z.enum(MEMBERSHIP_ROLES),
});

/** How a workspace is set up; what was never chosen has its default. */
export const workspaceSettingsSchema = z.strictObject({
  workspaceId: idSchema,
  name: z.string(),
  status: z.enum(WORKSPACE_STATUSES),
  /** Zone of the digest; the owner's until one is chosen. */
  timezone: z.string(),
  /** Hour of the day at which coaches get their digest. */
  digestHour: digestHourSchema,
  updatedAt: instantSchema,
});

/** The settings to change; at least one. */
export const changeWorkspaceSettingsSchema = z
  .strictObject({
    name: lineSchema(100).optional(),
    timezone: timezoneSchema.optional(),
    digestHour: digestHourSchema.optional(),
  })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    error: "Name at least one setting",
  });
export type ChangeWorkspaceSettings = z.output<typeof changeWorkspaceSettingsSchema>;

/** Where a workspace stands after it was suspended, reinstated or archived. */
export const workspaceStateSchema = z.strictObject({
  workspaceId: idSchema,
  status: z.enum(WORKSPACE_STATUSES),
  updatedAt: instantSchema,
});

/** An active member of a workspace, to its owner. */
export const memberSchema = z.strictObject({
  userId: idSchema,
  displayName: z.string(),
  role: z.enum(MEMBERSHIP_ROLES),
  joinedAt: instantSchema,
});
export const memberPageSchema = pageSchema(memberSchema);

/** A member who lost access. */
export const removedMemberSchema = z.strictObject({ userId: idSchema, endedAt: instantSchema });

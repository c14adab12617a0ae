import { defineEntity, p } from "@mikro-orm/postgresql";
import type { MembershipRole, MembershipStatus } from "../../contract/workspaces/vocabulary.ts";
import { CoachWorkspace } from "./coach-workspace.ts";
import { User } from "../accounts/user.ts";

const WorkspaceMembershipSchema = defineEntity({
  name: "WorkspaceMembership",
  properties: {
    id: p.uuid().primary(),
    workspaceId: () => p.manyToOne(CoachWorkspace).mapToPk(),
    userId: () => p.manyToOne(User).mapToPk().index(),
    role: p.text().$type<MembershipRole>(),
    status: p.text().$type<MembershipStatus>(),
    joinedAt: p.datetime(),
    endedAt: p.datetime().strictNullable(),
  },
  uniques: [
    {
      name: "workspace_membership_active_unique",
      properties: ["workspaceId", "userId"],
      where: "status = 'ACTIVE'",
    },
  ],
});

/** The membership of a coach in a workspace; at most one is active per user and workspace. */
export class WorkspaceMembership extends WorkspaceMembershipSchema.class {}

WorkspaceMembershipSchema.setClass(WorkspaceMembership);

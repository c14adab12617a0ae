import { defineEntity, p } from "@mikro-orm/postgresql";
import type { ResumedStatus } from "../../contract/relationships/vocabulary.ts";
import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import { CoachWorkspace } from "../workspaces/coach-workspace.ts";
import { Invitation } from "../invitations/invitation.ts";
import { User } from "../accounts/user.ts";

const RelationshipSchema = defineEntity({
  name: "Relationship",
  properties: {
    id: p.uuid().primary(),
    workspaceId: () => p.manyToOne(CoachWorkspace).mapToPk(),
    coachUserId: () => p.manyToOne(User).mapToPk(),
    clientUserId: () => p.manyToOne(User).mapToPk().index(),
    invitationId: () => p.manyToOne(Invitation).mapToPk(),
    status: p.text().$type<RelationshipStatus>(),
    timezone: p.text(),
    nextTimezone: p.text().strictNullable(),
    zoneChangesAt: p.datetime().strictNullable(),
    startedAt: p.datetime(),
    pausedAt: p.datetime().strictNullable(),
    resumesAs: p.text().$type<ResumedStatus>().strictNullable(),
    endedAt: p.datetime().strictNullable(),
    updatedAt: p.datetime(),
  },
  uniques: [
    {
      name: "relationship_client_open_unique",
      properties: "clientUserId",
      where: "status <> 'ENDED'",
    },
    {
      name: "relationship_workspace_client_open_unique",
      properties: ["workspaceId", "clientUserId"],
      where: "status <> 'ENDED'",
    },
    { name: "relationship_invitation_id_unique", properties: "invitationId" },
  ],
  indexes: [{ name: "relationship_workspace_id_id_idx", properties: ["workspaceId", "id"] }],
});

/**
 * A client coached in a workspace; a client has at most one that has not ended. `resumesAs` is the status after a
 * pause; `nextTimezone` replaces `timezone` at `zoneChangesAt`.
 */
export class Relationship extends RelationshipSchema.class {}

RelationshipSchema.setClass(Relationship);

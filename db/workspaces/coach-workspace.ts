import { defineEntity, p } from "@mikro-orm/postgresql";
import type { AdherenceLimits, WorkspaceStatus } from "../../contract/workspaces/vocabulary.ts";
import { User } from "../accounts/user.ts";

/** Settings of a workspace; absent means the default (docs/rooms/workspaces.md#settings). */
export interface WorkspaceSettings {
  readonly timezone?: string;
  /** BCP 47. */
  readonly locale?: string;
  readonly digestHour?: number;
  readonly adherenceLimits?: AdherenceLimits;
}

const CoachWorkspaceSchema = defineEntity({
  name: "CoachWorkspace",
  properties: {
    id: p.uuid().primary(),
    ownerUserId: () => p.manyToOne(User).mapToPk().index(),
    name: p.text(),
    slug: p.text().unique(),
    status: p.text().$type<WorkspaceStatus>(),
    settings: p.json<WorkspaceSettings>(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

/** The organization that coaches work in; the slug is internal and never leaves the service. */
export class CoachWorkspace extends CoachWorkspaceSchema.class {}

CoachWorkspaceSchema.setClass(CoachWorkspace);

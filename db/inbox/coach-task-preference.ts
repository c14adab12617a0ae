import { defineEntity, p } from "@mikro-orm/postgresql";
import type { CoachTaskType } from "../../contract/inbox/source-vocabulary.ts";
import type { CoachTaskStatus, InboxSort } from "../../contract/inbox/vocabulary.ts";
import { User } from "../accounts/user.ts";

const CoachTaskPreferenceSchema = defineEntity({
  name: "CoachTaskPreference",
  properties: {
    workspaceId: p.uuid().primary(),
    userId: () =>
      p.manyToOne(User).mapToPk().primary().updateRule("no action").deleteRule("no action"),
    statusFilter: p.array().$type<CoachTaskStatus[]>(),
    typeFilter: p.array().$type<CoachTaskType[]>(),
    sort: p.text().$type<InboxSort>(),
    showSnoozed: p.boolean(),
    updatedAt: p.datetime(),
  },
});

/** A member's view settings for the inbox of a workspace. */
export class CoachTaskPreference extends CoachTaskPreferenceSchema.class {}
CoachTaskPreferenceSchema.setClass(CoachTaskPreference);

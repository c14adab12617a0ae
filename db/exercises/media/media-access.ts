import { defineEntity, p } from "@mikro-orm/postgresql";
import type { Surface } from "../../../contract/accounts/vocabulary.ts";
import { User } from "../../accounts/user.ts";
import { CoachWorkspace } from "../../workspaces/coach-workspace.ts";
import { Exercise } from "../catalogue/exercise.ts";
import { ProviderIntegration } from "../catalogue/provider-integration.ts";

const MediaAccessSchema = defineEntity({
  name: "MediaAccess",
  properties: {
    id: p.uuid().primary(),
    providerKey: () =>
      p.manyToOne(ProviderIntegration).mapToPk().updateRule("no action").deleteRule("no action"),
    exerciseId: () =>
      p.manyToOne(Exercise).mapToPk().updateRule("no action").deleteRule("no action"),
    providerExerciseId: p.text(),
    actorUserId: () => p.manyToOne(User).mapToPk().updateRule("no action").deleteRule("no action"),
    workspaceId: () =>
      p.manyToOne(CoachWorkspace).mapToPk().updateRule("no action").deleteRule("no action"),
    surface: p.text().$type<Surface>(),
    countedAsNewUnique: p.boolean(),
    /** The counted minutes, by the length in the catalogue. */
    minutes: p.integer(),
    refetchOf: p.uuid().strictNullable(),
    accessedAt: p.datetime(),
  },
  uniques: [
    {
      name: "media_access_refetch_unique",
      properties: ["refetchOf"],
      where: "refetch_of is not null",
    },
  ],
  indexes: [
    { name: "media_access_window_idx", properties: ["providerKey", "accessedAt"] },
    { name: "media_access_actor_idx", properties: ["actorUserId", "accessedAt"] },
    { name: "media_access_age_idx", properties: ["accessedAt"] },
  ],
});

/** One request for a video; append-only. */
export class MediaAccess extends MediaAccessSchema.class {}
MediaAccessSchema.setClass(MediaAccess);

import { defineEntity, p } from "@mikro-orm/postgresql";
import type {
  MediaAccessState,
  MediaOutcome,
} from "../../../contract/exercises/media-vocabulary.ts";
import { MediaAccess } from "./media-access.ts";

const MediaAccessEndSchema = defineEntity({
  name: "MediaAccessEnd",
  properties: {
    accessId: () =>
      p.manyToOne(MediaAccess).mapToPk().primary().updateRule("no action").deleteRule("no action"),
    state: p.text().$type<MediaAccessState>(),
    outcome: p.text().$type<MediaOutcome>(),
    videoSeconds: p.integer().strictNullable(),
    minutes: p.integer(),
    providerWarning: p.text().strictNullable(),
    endedAt: p.datetime(),
  },
});

/** The outcome of an access, and whether it counts; append-only. */
export class MediaAccessEnd extends MediaAccessEndSchema.class {}
MediaAccessEndSchema.setClass(MediaAccessEnd);

import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import { failQuietly } from "../fail-quietly.ts";
import { keepMedia, type KeepMediaInput, type KeptSlice } from "./keep-media.ts";
import type { MediaFiles } from "./media-files.ts";

/** The acts of media as a worker registers them. */
export interface MediaActivities {
  keepMedia(input: KeepMediaInput): Promise<KeptSlice>;
}

/** Makes the activities of media. */
export function createMediaActivities({
  em,
  files,
  log,
}: {
  readonly em: SqlEntityManager;
  readonly files: MediaFiles;
  readonly log: Logger;
}): MediaActivities {
  return {
    keepMedia: failQuietly({ log, name: "keepMedia" }, (input: KeepMediaInput) =>
      keepMedia({ em, files, log }, input),
    ),
  };
}

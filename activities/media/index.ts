import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import { failQuietly } from "../fail-quietly.ts";
import { cleanUpMedia, type CleanUpMediaInput } from "./clean-up-media.ts";
import type { CleanedSlice } from "./finish-left-uploads.ts";
import type { MediaFiles } from "./media-files.ts";

/** The activities of media that a worker registers. */
export interface MediaActivities {
  cleanUpMedia(input: CleanUpMediaInput): Promise<CleanedSlice>;
}

/** Creates the activities of media. */
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
    cleanUpMedia: failQuietly({ log, name: "cleanUpMedia" }, (input: CleanUpMediaInput) =>
      cleanUpMedia({ em, files, log }, input),
    ),
  };
}

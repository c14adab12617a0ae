import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { MediaFiles } from "../../activities/media/media-files.ts";
import { openMediaFiles } from "../../workers/outside/media-files.ts";
import { newTestFolder } from "../harness/context.ts";

/** Media in a folder of the test run. */
export function testMediaFiles(
  em: SqlEntityManager,
  directory: string = newTestFolder("media"),
): MediaFiles {
  return openMediaFiles(em, { kind: "disk", directory });
}

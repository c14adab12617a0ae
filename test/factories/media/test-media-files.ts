import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { MediaFiles } from "../../../activities/media/media-files.ts";
import { openDiskFiles } from "../../../activities/media/open-disk-files.ts";
import { findStoredFile } from "../../../db/media/queries.ts";
import { newTestFolder } from "../../harness/context.ts";

/** Media in a folder of the test run. */
export function testMediaFiles(
  em: SqlEntityManager,
  directory: string = newTestFolder("media"),
): MediaFiles {
  const findExpected = (key: string) => findStoredFile(em.fork(), key);
  return openDiskFiles({ directory, findExpected });
}

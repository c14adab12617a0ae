import { join } from "node:path";
import { findStack } from "../stack/stack-file.ts";

/** The demo's own folder in SIDELINE_DATA_DIR. */
export const DEMO_FOLDER = "demo";

/** The data folder of the running stack: that of the demo, if only the demo runs. */
export function runningFolder(dataDir: string): string {
  const demo = join(dataDir, DEMO_FOLDER);
  return findStack(dataDir) === null && findStack(demo) !== null ? demo : dataDir;
}

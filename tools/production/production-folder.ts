import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { removeCluster } from "../postgres/postgres-place.ts";
import { deleteStackFiles } from "../stack/delete-stack-files.ts";
import { NATIVE_PARTS } from "./shape/native-parts.ts";

/** Folder of the native production shape in SIDELINE_DATA_DIR. */
export const PRODUCTION_FOLDER = "production";

/** Deletes the data of a stopped production shape. Throws LauncherLockHeld while it runs. */
export async function deleteProductionFiles(dataDir: string): Promise<void> {
  const folder = join(dataDir, PRODUCTION_FOLDER);
  if (!existsSync(folder)) return;
  await deleteStackFiles(folder);
  for (const member of NATIVE_PARTS.postgres) await removeCluster(join(folder, "database", member));
  await rm(folder, { recursive: true, force: true });
}

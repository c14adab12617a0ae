import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { listErased } from "../../activities/media/erasure-marks.ts";
import type { MediaFiles } from "../../activities/media/media-files.ts";
import type { ErasureDeps } from "../../activities/privacy/settle-account-deletion.ts";
import { hooks } from "../../workers/hooks.ts";

/** What deletions of a test are made final with: the product's hooks unless told, and marks that nobody reads. */
export function erasureDeps(em: SqlEntityManager, told = hooks): ErasureDeps {
  return { em, hooks: told, markErased: async () => {} };
}

/** Whose erasure is marked among these files. */
export async function markedErased(files: MediaFiles): Promise<readonly string[]> {
  const users: string[] = [];
  for await (const userId of listErased(files)) users.push(userId);
  return users;
}

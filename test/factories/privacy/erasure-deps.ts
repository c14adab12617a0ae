import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { listErased } from "../../../activities/media/mark-erased.ts";
import type { MediaFiles } from "../../../activities/media/media-files.ts";
import type { ErasureDeps } from "../../../activities/privacy/settle-account-deletion.ts";
import { hooks } from "../../../workers/hooks.ts";

/** Dependencies of final deletions in a test: by default the product's hooks, and erasure marks that nothing reads. */
export function erasureDeps(em: SqlEntityManager, givenHooks = hooks): ErasureDeps {
  return { em, hooks: givenHooks, markErased: async () => {} };
}

/** People whose erasure is marked among these files. */
export async function markedErased(files: MediaFiles): Promise<readonly string[]> {
  const users: string[] = [];
  for await (const userId of listErased(files)) users.push(userId);
  return users;
}

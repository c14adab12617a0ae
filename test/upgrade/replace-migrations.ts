import { cpSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * Gives a release the migrations of another tree, so that its tests run on that schema.
 *
 * @returns how to give it back its own.
 */
export function replaceMigrations(release: string, tree: string): () => void {
  const own = join(release, "db/migrations");
  const aside = join(release, "db/own-migrations");
  renameSync(own, aside);
  cpSync(join(tree, "db/migrations"), own, { recursive: true });
  return () => {
    rmSync(own, { recursive: true });
    renameSync(aside, own);
  };
}

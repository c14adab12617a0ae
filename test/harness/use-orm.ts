import { afterAll } from "@jest/globals";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { openDatabase } from "../../db/open-database.ts";
import type { TestDatabase } from "./database.ts";
import { useDatabase } from "./use-database.ts";

/** A database, and an entity manager whose pool closes with the test file. */
export type OrmStage = TestDatabase & { readonly em: SqlEntityManager };

/**
 * Opens a pool for the calling test file, on the database that the files of this Jest worker share or on another one:
 * `const { em, ownerUrl } = await useOrm(await useOwnDatabase())`. Call it at the top of the file.
 */
export async function useOrm(
  database?: TestDatabase,
  { poolSize = 8 }: { readonly poolSize?: number } = {},
): Promise<OrmStage> {
  const stage = database ?? (await useDatabase());
  const { appUrl: url, limits } = stage;
  const opened = openDatabase({ url, limits, poolSize, applicationName: "test" });
  afterAll(() => opened.close());
  return { ...stage, em: opened.em };
}

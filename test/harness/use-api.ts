import { afterAll } from "@jest/globals";
import { tables } from "../../db/tables.ts";
import { type TestApi, type TestApiOptions, startApi } from "./api.ts";
import { workerParts } from "./worker-parts.ts";
import { type TestIssuer, startTestIssuer } from "./test-issuer.ts";
import { useDatabase } from "./use-database.ts";

/** An API over HTTP, and the provider whose tokens it trusts. */
export interface ApiStage {
  readonly api: TestApi;
  readonly issuer: TestIssuer;
}

/**
 * The API that the files of this Jest worker share, with their one database and provider. A file with options gets a
 * separate API, which closes with the file. It uses the shared database unless the options name another
 * (`useOwnDatabase`). Call it at the top of the file: `const { api, issuer } = await useApi()`.
 */
export async function useApi(options?: TestApiOptions): Promise<ApiStage> {
  const issuer = await (workerParts.issuer ??= startTestIssuer());
  const database = options?.database ?? (await useDatabase());
  const open = () => startApi({ issuer: issuer.issuer, ...options, database });
  const isShared = options === undefined;
  const api = await (isShared ? (workerParts.api ??= open()) : open());
  afterAll(isShared ? api.refuseUndeclared : api.close);
  // All files use one address: failures of an earlier file must not count against this one.
  if (isShared) await tables(api.deps.database.em).deleteFrom("rateLimit").execute();
  return { api, issuer };
}

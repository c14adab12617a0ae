/* oxlint-disable house/floors -- What follows the guard is compared: both sides have the product's. */
import { randomBytes, randomUUID } from "node:crypto";
import type { Request } from "express";
import pino from "pino";
import { authorize } from "../api/guard/authorize.ts";
import { syncEndpoints } from "../api/sync/routes.ts";
import { readProviderSources } from "../workers/config/read-provider-files.ts";
import { readConfig } from "../workers/config/config.ts";
import { openApi } from "../workers/open-api.ts";

/** Opens the product's guard of the sync route; it throws for callers who are refused. */
export async function openGuard(
  databaseUrl: string,
  issuer: string,
): Promise<(request: Request) => Promise<unknown>> {
  const key = () => randomBytes(32).toString("base64");
  const config = readConfig({
    SIDELINE_MODE: "embedded",
    DATABASE_URL: databaseUrl,
    OIDC_ISSUER: issuer,
    INVITATION_KEY: key(),
    CURSOR_KEY: key(),
    HASH_KEY: key(),
  });
  const { invitationKey, cursorKey, hashKey } = config.secrets;
  const { deps } = await openApi(
    {
      ...config,
      authProviders: {
        sources: readProviderSources(
          config.authProviders.directory,
          config.authProviders.upstreams,
        ),
        testSubjects: config.authProviders.testSubjects,
      },
      keys: { invitation: invitationKey, cursor: cursorKey, hash: hashKey },
      publicUrl: config.api.publicUrl,
      trustedProxyHops: 0,
      log: pino({ level: "silent" }),
      checks: [],
      stop: new AbortController().signal,
    },
    [],
  );
  const endpoint = syncEndpoints.find(({ method }) => method === "POST");
  if (endpoint === undefined) throw new Error("There is no route for batches");
  return (req) => authorize({ deps, endpoint, req, requestId: randomUUID() });
}

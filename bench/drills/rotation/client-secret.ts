import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ClientSecretBasic, clientCredentialsGrant } from "openid-client";
import { z } from "zod";
import { INTERNAL_SCOPE } from "../../../contract/accounts/vocabulary.ts";
import type { KeycloakAdmin } from "../../../tools/keycloak/keycloak-admin.ts";
import { until } from "../../../tools/production/database/standbys.ts";
import { PROVIDER_MACHINE } from "../../../tools/provider/clients.ts";
import { discoverProvider } from "../../../tools/provider/discover.ts";
import { ask } from "../../phones/people.ts";
import type { DrillStack } from "../drill-types.ts";
import { say } from "../say.ts";
import type { DrillGround } from "../under-load.ts";

/**
 * Gives the service of the internal routes another secret while it calls them. It reads its secret from a file at each
 * renewal, and goes on with its present token if the provider refuses one.
 *
 * @returns whether no call failed and the service got a token by the new secret.
 */
export async function rotateClientSecret({ stack }: DrillGround, admin: KeycloakAdmin) {
  const file = join(stack.folder, "service-secret");
  writeFileSync(file, PROVIDER_MACHINE.secret, { mode: 0o600 });
  const caller = startCaller(stack, file);
  try {
    await until(async () => caller.seen.calls > 2, "The service did not reach its route");
    const next = randomBytes(16).toString("hex");
    const client = await admin.find(`clients?clientId=${PROVIDER_MACHINE.clientId}`);
    await admin.send("PUT", `clients/${client.id}`, { ...client, secret: next });
    // The provider has the new secret, and the service does not yet.
    await sleep(APART_MS);
    const from = caller.seen.renewals;
    writeFileSync(file, next, { mode: 0o600 });
    await until(async () => caller.seen.renewals > from + 1, "The service got no token again");
  } finally {
    await caller.stop();
  }
  const { calls, failed, refused } = caller.seen;
  say(
    [
      `secret of a client rotated: ${failed.length} of ${calls} calls of its service failed`,
      `${refused} renewals were refused until it read the new secret`,
      ...new Set(failed),
    ].join("; "),
  );
  return failed.length === 0 && refused > 0;
}

const APART_MS = 5_000;

interface Seen {
  calls: number;
  /** Tokens that it got, and renewals that were refused. */
  renewals: number;
  refused: number;
  readonly failed: string[];
}

const CALL_EVERY_MS = 500;

/** Renews its token before every call, far more often than a service has to. */
function startCaller(stack: DrillStack, secretFile: string) {
  const seen: Seen = { calls: 0, renewals: 0, refused: 0, failed: [] };
  const stopping = new AbortController();
  let token: string | null = null;
  const callOnce = async () => {
    try {
      token = await tokenOf(stack.urls.provider, readFileSync(secretFile, "utf8"));
      seen.renewals += 1;
    } catch {
      seen.refused += 1;
    }
    if (token === null) return;
    seen.calls += 1;
    await callInternalRoute(stack.urls.api, token).catch((error: unknown) => {
      seen.failed.push(String(error));
    });
  };
  const run = async () => {
    while (!stopping.signal.aborted) {
      await callOnce();
      await sleep(CALL_EVERY_MS);
    }
  };
  const running = run();
  return {
    seen,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function tokenOf(issuer: string, secret: string): Promise<string> {
  const { clientId } = PROVIDER_MACHINE;
  const config = await discoverProvider(issuer, clientId, ClientSecretBasic(secret));
  return (await clientCredentialsGrant(config, { scope: INTERNAL_SCOPE })).access_token;
}

/** Asks for the day of a relationship that does not exist: the answer is good and nothing is written. */
async function callInternalRoute(api: string, token: string): Promise<void> {
  const body = {
    sourceEventId: randomUUID(),
    relationshipIds: [randomUUID()],
    from: "2026-01-05",
    to: "2026-01-06",
    reason: "The drill",
  };
  await ask(`${api}/api/v1/internal/daily-execution/materialize`, { token, body }, z.unknown());
}

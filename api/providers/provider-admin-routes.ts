import { z } from "zod";
import { changeProvider } from "../../activities/providers/change-provider.ts";
import { checkProvider } from "../../activities/providers/check-provider.ts";
import { createProvider } from "../../activities/providers/create-provider.ts";
import { reviewProviderSessions } from "../../activities/providers/review-provider-sessions.ts";
import {
  explainProvider,
  listExplainedProviders,
} from "../../activities/providers/list-explained-providers.ts";
import { providerKeySchema } from "../../contract/providers/config-schema.ts";
import {
  adminProvidersSchema,
  changedProviderSchema,
  changeProviderSchema,
  createdProviderSchema,
  createProviderSchema,
  healthCheckAnswerSchema,
  healthCheckSchema,
  listProvidersQuerySchema,
} from "../../contract/providers/schema.ts";
import { directoryWarnings } from "../../rules/providers/discover-providers.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { principalOf } from "../guard/principal-of.ts";
import { unmanaged, type Endpoint, read } from "../endpoint.ts";
import { presentAdminProvider } from "./present-admin-provider.ts";

const providersPath = "/api/v1/admin/auth/providers";
const source = "docs/rooms/providers.md#administration";
const params = z.strictObject({ providerKey: providerKeySchema });

const list = read({
  method: "GET",
  path: providersPath,
  name: "listProviders",
  summary: "Providers: effective configuration, file and override, health and changes",
  source,
  access: "admin",
  query: listProvidersQuerySchema,
  answer: adminProvidersSchema,
  handle: async ({ em, query, deps }) => {
    const all = await listExplainedProviders(em, deps.providerSources);
    const wanted = all.filter(
      ({ config }) => query.status === undefined || config.status === query.status,
    );
    const warnings = directoryWarnings(await deps.providers.list());
    return { items: wanted.map(presentAdminProvider), nextCursor: null, warnings };
  },
});

// Both changing routes are unmanaged, because they refresh the provider directory after their commit. This process uses
// the new configuration at once, the others within seconds; a login never starts with an outdated one.
const create = unmanaged({
  method: "POST",
  path: providersPath,
  name: "createProvider",
  summary: "Create a provider without a file",
  source,
  access: "admin",
  body: createProviderSchema,
  answer: createdProviderSchema,
  status: 201,
  refusals: ["STATE_CONFLICT"],
  handle: async ({ body, granted, request, deps }) => {
    const { reason = null, ...config } = body;
    const { key: actor } = principalOf(granted, request, deps);
    const deed = { config, reason, actor, requestId: request.requestId };
    const made = await transact(deps.database.em, async (tx) => {
      const created = await createProvider(tx, deps.providerSources, deed);
      const explained = await explainProvider(tx, deps.providerSources, config.providerKey);
      return { ...created, provider: presentAdminProvider(explained) };
    });
    await deps.providers.refresh();
    return { ...made, warnings: [...made.warnings] };
  },
});

const change = unmanaged({
  method: "PATCH",
  path: `${providersPath}/{providerKey}`,
  name: "changeProvider",
  summary: "Change the override of a provider's file; null removes a value",
  source,
  access: "admin",
  params,
  body: changeProviderSchema,
  answer: changedProviderSchema,
  refusals: ["NOT_FOUND", "REASON_REQUIRED", "STATE_CONFLICT"],
  handle: async ({ params: { providerKey }, body, granted, request, deps }) => {
    const { reason = null, revokeSessions, ...patch } = body;
    const { key: actor } = principalOf(granted, request, deps);
    const { identity } = granted;
    const who = { providerKey, reason, actor, requestId: request.requestId, identity };
    const { em } = deps.database;
    const amendment = { ...who, patch, revokeSessions };
    const { auditEventId, reviewId } = await transact(em, (tx) =>
      changeProvider(tx, deps.providerSources, amendment),
    );
    await deps.providers.refresh();
    const { requestId } = request;
    const revokedSessionCount =
      reviewId === null
        ? 0
        : await reviewProviderSessions(em, { reviewId, requestId }, deps.hooks.sessions);
    const explained = await explainProvider(em.fork(), deps.providerSources, providerKey);
    const provider = presentAdminProvider(explained);
    const warnings = directoryWarnings(await deps.providers.list());
    return { provider, auditEventId, revokedSessionCount, warnings };
  },
});

const check = unmanaged({
  method: "POST",
  path: `${providersPath}/{providerKey}/health-check`,
  name: "checkProvider",
  summary: "Check a provider now; a dry run shows the result of sample claims",
  source,
  access: "admin",
  params,
  body: healthCheckSchema,
  answer: healthCheckAnswerSchema,
  refusals: ["NOT_FOUND", "AUTH_PROVIDER_ADAPTER_MISSING"],
  handle: async ({ params: { providerKey }, body, request, deps }) => {
    const { database, providerSources: sources, probeProvider } = deps;
    const fixture = body.dryRunClaims ?? null;
    const { requestId } = request;
    const wanted = {
      em: database.em,
      sources,
      probeProvider,
      providerKey,
      fixture,
      requestId,
    };
    const found = await checkProvider(wanted);
    return {
      providerKey,
      healthStatus: found.status,
      latencyMs: found.latencyMs,
      errorCode: found.errorCode,
      missingClaims: [...found.missingClaims],
      setupWarnings: [...found.warnings],
      checkedAt: found.checkedAt.toISOString(),
    };
  },
});

/** Routes of providers for administrators. */
export const providerAdminEndpoints: readonly Endpoint[] = [list, create, change, check];

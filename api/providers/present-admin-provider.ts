import type { AdminProvider } from "../../contract/providers/schema.ts";
import type { ExplainedProvider } from "../../activities/providers/list-explained-providers.ts";

/** A provider for administrators. */
export function presentAdminProvider(provider: ExplainedProvider): AdminProvider {
  const { config, file, override, health, audit, review, warnings } = provider;
  return {
    ...config,
    source: override === null ? "FILE" : "OVERRIDE",
    file,
    override,
    health: health && {
      status: health.status,
      latencyMs: health.latencyMs,
      errorCode: health.errorCode,
      checkedAt: health.checkedAt,
    },
    audit: {
      changeCount: audit?.changeCount ?? 0,
      lastChange: audit?.lastChange ?? null,
      lastSessionReview: review && { ...review },
    },
    warnings: [...warnings],
  };
}

import { listMissingMigrations, pingDatabase } from "../db/platform/migration-state.ts";
import type { Database } from "../db/open-database.ts";
import type { DependencyCheck } from "./http/open-readiness.ts";
import type { ProviderKeys } from "./guard/provider-keys.ts";

/** Checks that the database answers. */
export function databaseCheck({ em }: Database): DependencyCheck {
  return {
    name: "database",
    required: true,
    check: async () => {
      await pingDatabase(em);
      return { state: "up", reason: null };
    },
  };
}

/** Checks that the schema is the one this code was written for, or newer. */
export function migrationsCheck({ em }: Database): DependencyCheck {
  return {
    name: "migrations",
    required: true,
    check: async () => {
      const missing = await listMissingMigrations(em);
      if (missing.length === 0) return { state: "up", reason: null };
      return { state: "down", reason: `not applied: ${missing.join(", ")}` };
    },
  };
}

/** Checks for keys that verify tokens. */
export function providerCheck(keys: ProviderKeys): DependencyCheck {
  return { name: "provider", required: true, check: () => keys.state() };
}

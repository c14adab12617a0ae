import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import {
  knownProvider,
  type ProviderSources,
} from "../../activities/providers/provider-sources.ts";
import type { ContactKind } from "../../contract/accounts/vocabulary.ts";
import { LOCAL_PROVIDER_KEY } from "../../contract/providers/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { type ProviderRows, listProviderRows } from "../../db/providers/queries.ts";
import { provesForClients } from "../../rules/providers/discover-providers.ts";
import type { KnownProvider } from "../../rules/providers/known-provider.ts";
import { describeFault } from "../http/describe-fault.ts";

/** The present state of every configured provider, in memory: the guard reads it without waiting. */
export interface ProviderDirectory {
  /** The provider with a token's alias; without one the local provider. */
  find(alias: string | undefined): Promise<KnownProvider | null>;
  list(): Promise<readonly KnownProvider[]>;
  /** Whether a client can prove a contact of this kind with any of them. */
  proves(kind: ContactKind): Promise<boolean>;
  /** Reloads the overrides now; on a failure the former state stays. */
  refresh(): Promise<void>;
  close(): void;
}

/** The options of the directory. */
export interface ProviderDirectoryOptions {
  readonly em: SqlEntityManager;
  readonly sources: ProviderSources;
  readonly log: Logger;
  /** Interval for reloading the overrides; five seconds by default. */
  readonly refreshMs?: number;
}

/** One state of all providers. */
interface Directory {
  readonly byKey: ReadonlyMap<string, KnownProvider>;
  readonly byAlias: ReadonlyMap<string, KnownProvider>;
}

/**
 * Opens the directory. It is empty until the overrides were read once: a disabled provider must not be open because
 * the database was down.
 */
export function openProviderDirectory(options: ProviderDirectoryOptions): ProviderDirectory {
  const { em, sources, log, refreshMs = 5_000 } = options;
  const fileKeys = [...sources.files.keys()];
  let known: Directory | null = null;
  let reloading: Promise<void> | null = null;
  let next: NodeJS.Timeout | undefined;
  let closed = false;

  const reload = async () => {
    try {
      known = directoryOf(sources, await listProviderRows(em.fork(), fileKeys));
    } catch (error) {
      log.warn({ fault: describeFault(error) }, "providers not refreshed");
    }
    reloading = null;
    clearTimeout(next);
    if (!closed) next = setTimeout(() => void refreshOnce(), refreshMs).unref();
  };
  const refreshOnce = () => (reloading ??= reload());
  const current = async (): Promise<Directory> => {
    if (known === null) await refreshOnce();
    if (known === null) throw new Refusal("UNAVAILABLE");
    return known;
  };
  return {
    find: async (alias) => {
      const { byKey, byAlias } = await current();
      return (alias === undefined ? byKey.get(LOCAL_PROVIDER_KEY) : byAlias.get(alias)) ?? null;
    },
    list: async () => [...(await current()).byKey.values()],
    proves: async (kind) => {
      const providers = [...(await current()).byKey.values()];
      return providers.some((provider) => provesForClients(provider, kind));
    },
    // A reload in progress may have read an older state.
    refresh: async () => {
      if (reloading !== null) await reloading;
      await refreshOnce();
    },
    close: () => {
      closed = true;
      clearTimeout(next);
    },
  };
}

function directoryOf(sources: ProviderSources, rows: ProviderRows): Directory {
  const overrides = new Map(rows.overrides.map((row) => [row.providerKey, row]));
  const health = new Map(rows.health.map(({ providerKey, status }) => [providerKey, status]));
  const keys = new Set([...sources.files.keys(), ...overrides.keys()]);
  const providers = [...keys].flatMap((key): KnownProvider[] => {
    const found = knownProvider(sources, key, overrides.get(key) ?? null);
    return found === null ? [] : [{ ...found, health: health.get(key) ?? null }];
  });
  // If two share an alias, the active one wins, so it is written last.
  const byActivity = providers.toSorted((a, b) => activity(a) - activity(b));
  return {
    byKey: new Map(providers.map((provider) => [provider.config.providerKey, provider])),
    byAlias: new Map(byActivity.map((provider) => [provider.config.keycloakAlias, provider])),
  };
}

function activity({ config }: KnownProvider): number {
  return config.status === "DISABLED" ? 0 : 1;
}

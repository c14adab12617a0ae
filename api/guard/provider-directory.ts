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

/** What the directory is opened with. */
export interface ProviderDirectoryOptions {
  readonly em: SqlEntityManager;
  readonly sources: ProviderSources;
  readonly log: Logger;
  /** Time between two looks at the overrides; five seconds unless told. */
  readonly refreshMs?: number;
}

/** Every configured provider as it stands, in memory: the guard asks it and waits for nobody. */
export interface ProviderDirectory {
  /** The provider of an alias, as tokens name it; without one the local provider. */
  find(alias: string | undefined): Promise<KnownProvider | null>;
  list(): Promise<readonly KnownProvider[]>;
  /** Whether a client can prove a contact of this kind by any of them. */
  proves(kind: ContactKind): Promise<boolean>;
  /** Looks at the overrides now; what a former look knew stays when it fails. */
  refresh(): Promise<void>;
  close(): void;
}

/** One state of all providers. */
interface Directory {
  readonly byKey: ReadonlyMap<string, KnownProvider>;
  readonly byAlias: ReadonlyMap<string, KnownProvider>;
}

/**
 * Opens the directory. Nothing is known before the overrides were read once: a provider that was
 * disabled must not be open because the database was away.
 */
export function openProviderDirectory(options: ProviderDirectoryOptions): ProviderDirectory {
  const { em, sources, log, refreshMs = 5_000 } = options;
  const fileKeys = [...sources.files.keys()];
  let known: Directory | null = null;
  let looking: Promise<void> | null = null;
  let next: NodeJS.Timeout | undefined;
  let closed = false;

  const look = async () => {
    try {
      known = directoryOf(sources, await listProviderRows(em.fork(), fileKeys));
    } catch (error) {
      log.warn({ fault: describeFault(error) }, "providers not refreshed");
    }
    looking = null;
    clearTimeout(next);
    if (!closed) next = setTimeout(() => void refreshOnce(), refreshMs).unref();
  };
  const refreshOnce = () => (looking ??= look());
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
      return providers.some(
        ({ config, adapter }) => adapter !== null && provesForClients(config, kind),
      );
    },
    // A look that is under way may have read what has changed since.
    refresh: async () => {
      if (looking !== null) await looking;
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
  // Of two with one alias the active one is meant, so it is the last to be written down.
  const byActivity = providers.toSorted((a, b) => activity(a) - activity(b));
  return {
    byKey: new Map(providers.map((provider) => [provider.config.providerKey, provider])),
    byAlias: new Map(byActivity.map((provider) => [provider.config.keycloakAlias, provider])),
  };
}

function activity({ config }: KnownProvider): number {
  return config.status === "DISABLED" ? 0 : 1;
}

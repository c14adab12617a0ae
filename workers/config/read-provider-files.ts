import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { ProviderSources } from "../../activities/providers/provider-sources.ts";
import {
  type ProviderConfig,
  providerConfigSchema,
} from "../../contract/providers/config-schema.ts";
import { LOCAL_PROVIDER_KEY } from "../../contract/providers/vocabulary.ts";
import { PROVIDER_ADAPTERS } from "../../rules/providers/provider-adapters.ts";
import { ConfigError } from "./environment.ts";

/**
 * Reads the providers of a folder, one JSON file each, named by its key. The files are authoritative: they define who
 * may sign in, and how.
 *
 * @throws ConfigError that lists every mistake in every file.
 */
export function readProviderFiles(directory: string): ReadonlyMap<string, ProviderConfig> {
  const files = listFiles(directory);
  const read = files.map((file) => readProviderFile(directory, file));
  const configs = read.flatMap((file) => ("config" in file ? [file.config] : []));
  const mistakes = read.flatMap((file) => ("mistakes" in file ? file.mistakes : []));
  if (files.length === 0) mistakes.push(`${directory}: contains no provider`);
  mistakes.push(...doubledAliases(configs));
  if (mistakes.length > 0) throw new ConfigError(mistakes.toSorted());
  return new Map(configs.map((config) => [config.providerKey, config]));
}

/** The content of one file, or its mistakes. */
type ReadFile = { readonly config: ProviderConfig } | { readonly mistakes: readonly string[] };

/**
 * The providers of a folder with the product's adapters. A federated provider stays a DRAFT until the identity
 * provider has an account there (`AUTH_UPSTREAMS`): otherwise its button would lead nowhere.
 *
 * @param upstreams aliases configured at the identity provider.
 * @throws ConfigError.
 */
export function readProviderSources(
  directory: string,
  upstreams: ReadonlySet<string>,
): ProviderSources {
  const read = [...readProviderFiles(directory)].map(([key, config]) => {
    const isThere = key === LOCAL_PROVIDER_KEY || upstreams.has(config.keycloakAlias);
    return [key, isThere ? config : { ...config, status: "DRAFT" as const }] as const;
  });
  return { files: new Map(read), adapters: PROVIDER_ADAPTERS };
}

function listFiles(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
      .filter((file) => file.endsWith(".json"))
      .toSorted();
  } catch {
    throw new ConfigError([`${directory}: cannot be read`]);
  }
}

function readProviderFile(directory: string, file: string): ReadFile {
  const parsed = providerConfigSchema.safeParse(parseJson(join(directory, file)));
  if (!parsed.success) {
    return {
      mistakes: parsed.error.issues.map((issue) => {
        const place = issue.path.map((part) => `/${String(part)}`).join("");
        return `${file}${place}: ${issue.message}`;
      }),
    };
  }
  const { providerKey } = parsed.data;
  if (providerKey === basename(file, ".json")) return { config: parsed.data };
  return { mistakes: [`${file}/providerKey: has to be the name of the file`] };
}

/** Undefined if the file is not JSON; the schema then reports it. */
function parseJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

function doubledAliases(configs: readonly ProviderConfig[]): string[] {
  const active = configs.filter(({ status }) => status !== "DISABLED");
  return active
    .filter((config) =>
      active.some((other) => other !== config && other.keycloakAlias === config.keycloakAlias),
    )
    .map(({ providerKey }) => `${providerKey}.json/keycloakAlias: another active provider has it`);
}

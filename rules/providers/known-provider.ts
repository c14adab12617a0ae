import type { ProviderConfig } from "../../contract/providers/config-schema.ts";
import type { ProviderHealth } from "../../contract/providers/vocabulary.ts";
import type { ProviderAdapter } from "./provider-adapters.ts";

/** A configured provider as it stands: what its file and its override amount to. */
export interface KnownProvider {
  readonly config: ProviderConfig;
  /** Null when the code has none: then nobody can sign in by it. */
  readonly adapter: ProviderAdapter | null;
  readonly health: ProviderHealth | null;
  /** Of the override; 0 when the file alone counts. */
  readonly revision: number;
}

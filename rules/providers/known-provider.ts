import type { ProviderConfig } from "../../contract/providers/config-schema.ts";
import type { ProviderHealth } from "../../contract/providers/vocabulary.ts";
import type { ProviderAdapter } from "./provider-adapters.ts";

/** A configured provider: its file merged with its override. */
export interface KnownProvider {
  readonly config: ProviderConfig;
  /** Null if the code has none: then nobody can sign in with it. */
  readonly adapter: ProviderAdapter | null;
  readonly health: ProviderHealth | null;
  /** Revision of the override; 0 if only the file applies. */
  readonly revision: number;
}

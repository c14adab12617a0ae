import type { Surface } from "../../contract/accounts/vocabulary.ts";
import { judgeLogin, type LoginRefusal } from "./judge-login.ts";
import type { KnownProvider } from "./known-provider.ts";
import {
  type ClaimProblem,
  type ProviderClaims,
  readClaims,
  type TokenClaims,
} from "./read-claims.ts";
import type { ProviderAdapter } from "./provider-adapters.ts";

/** Reads the claims of a token by its provider's configuration and adapter (docs/rooms/providers.md#configuration). */
export function readSignIn(
  provider: KnownProvider & { readonly adapter: ProviderAdapter },
  token: {
    readonly claims: TokenClaims;
    readonly surface: Surface;
    readonly isTestSubject: boolean;
  },
): ProviderSignIn {
  const { config, adapter, revision } = provider;
  const { claims: read, problems } = readClaims(config.claimMappings, token.claims);
  const claims = adapter.vouch(read);
  const { surface, isTestSubject } = token;
  return {
    ...claims,
    provider: config.providerKey,
    providerRevision: revision,
    loginRefusal: judgeLogin(config, { surface, claims, problems, isTestSubject }),
    claimProblems: problems,
  };
}

/** The claims of a sign-in, and whether it may start a login. */
export interface ProviderSignIn extends ProviderClaims {
  readonly provider: string;
  /** Revision of the configuration that judged it. */
  readonly providerRevision: number;
  readonly loginRefusal: LoginRefusal | null;
  readonly claimProblems: readonly ClaimProblem[];
}

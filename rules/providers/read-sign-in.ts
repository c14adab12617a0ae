import type { Surface } from "../../contract/accounts/vocabulary.ts";
import { judgeLogin, type LoginRefusal } from "./judge-login.ts";
import type { KnownProvider } from "./known-provider.ts";
import {
  type ClaimProblem,
  type ProviderClaims,
  readClaims,
  type TokenClaims,
} from "./normalize-claims.ts";
import type { ProviderAdapter } from "./provider-adapters.ts";

/** What a provider says of a sign-in, and whether it may begin a login. */
export interface ProviderSignIn extends ProviderClaims {
  readonly provider: string;
  /** Configuration that it was judged by. */
  readonly providerRevision: number;
  readonly loginRefusal: LoginRefusal | null;
  readonly claimProblems: readonly ClaimProblem[];
}

/**
 * Reads the claims of a token as its provider is configured and adapted
 * (docs/rooms/providers.md#configuration).
 */
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

import { signInAtKeycloak } from "../keycloak/sign-in-at-keycloak.ts";
import { type SignInRequest, signIn } from "./sign-in.ts";
import type { RunningStack } from "./stack-file.ts";

/**
 * Signs a person in at the identity provider of a running stack, whichever it has: code with PKCE, through its login
 * page. Throws an Error that says what to do when the provider does not answer.
 */
export async function signInAtStack(
  { identityProvider, urls }: RunningStack,
  request: Omit<SignInRequest, "issuer">,
): Promise<EnteredStack> {
  const query = { ...request, issuer: urls.provider };
  try {
    return identityProvider.kind === "keycloak"
      ? await signInAtKeycloak(identityProvider, query)
      : await signIn(query);
  } catch (cause) {
    if (!isUnanswered(cause)) throw cause;
    throw new Error(`${awayText(urls.provider)} ${ADVICE[identityProvider.kind]}`, { cause });
  }
}

/** Result of a sign-in at a running stack. */
export type EnteredStack = { readonly accessToken: string; readonly expiresInSeconds: number };

const awayText = (issuer: string) => `The identity provider does not answer at ${issuer}.`;

const ADVICE = {
  development:
    "If it was taken down by command, bring it back with: npm run idp:up. Otherwise see logs/provider.log in the data folder.",
  keycloak: "It may be restarting; see logs/keycloak.log in the data folder.",
} as const;

const UNANSWERED = ["ECONNREFUSED", "ECONNRESET", "UND_ERR_SOCKET", "UND_ERR_CONNECT_TIMEOUT"];

/** True for a request that found no server, or got no answer in time. */
function isUnanswered(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  if (UNANSWERED.includes(code) || error.name === "TimeoutError") return true;
  return isUnanswered(error.cause);
}

import {
  authorizationCodeGrantRequest,
  processAuthorizationCodeResponse,
  validateAuthResponse,
} from "oauth4webapi";
import type { Tokens } from "../../device/ports/sign-in.ts";
import type { Device } from "../../device/types.ts";
import { INSECURE, PUBLIC_CLIENT, type Provider, discoverProvider } from "./provider.ts";
import { redirectUri } from "./redirect-uri.ts";
import type { SignInFailure } from "./sign-in-failure.ts";
import { type RememberedSignIn, takeSignIn } from "./remembered-sign-in.ts";

/**
 * Completes a sign-in that returned to this page: exchanges the code and hands the tokens to the library, which keeps
 * them. The provider's answer leaves the address bar at once.
 *
 * @returns null if the page did not return from a sign-in, or if it succeeded.
 */
export async function completeSignIn(device: Device): Promise<SignInFailure | null> {
  const { pathname, search } = location;
  if (pathname !== "/phone/callback") return null;
  const answer = new URLSearchParams(search);
  history.replaceState(null, "", "/phone/");
  const remembered = takeSignIn();
  if (remembered === null) return "FORGOTTEN";
  const provider = await discoverProvider().catch(() => null);
  if (provider === null) return "UNREACHABLE";
  const tokens = await exchange(provider, answer, remembered);
  if (tokens === null) return "REFUSED";
  const outcome = await device.signIn(tokens).catch(() => "NOT_STORED" as const);
  return outcome === "SIGNED_IN" ? null : outcome;
}

/** @returns null if the answer belongs to another sign-in, or if the provider refuses its code. */
async function exchange(
  { server, client }: Provider,
  answer: URLSearchParams,
  { verifier, state }: RememberedSignIn,
): Promise<Tokens | null> {
  try {
    const code = validateAuthResponse(server, client, answer, state);
    const granted = await authorizationCodeGrantRequest(
      server,
      client,
      PUBLIC_CLIENT,
      code,
      redirectUri(),
      verifier,
      INSECURE,
    );
    const { access_token, refresh_token, expires_in } = await processAuthorizationCodeResponse(
      server,
      client,
      granted,
    );
    if (refresh_token === undefined) return null;
    return {
      accessToken: access_token,
      refreshToken: refresh_token,
      expiresInSeconds: expires_in ?? 0,
    };
  } catch {
    return null;
  }
}

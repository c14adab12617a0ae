import { authorizationCodeGrant } from "openid-client";
import type { Tokens } from "../../device/ports/sign-in.ts";
import type { Device } from "../../device/types.ts";
import { addressOf } from "../app/app-address.ts";
import { type Provider, discoverProvider } from "./provider.ts";
import type { SignInFailure } from "./sign-in-failure.ts";
import { type RememberedSignIn, takeSignIn } from "./remembered-sign-in.ts";

/**
 * Completes a sign-in that returned to this page: exchanges the code and hands the tokens to the library, which keeps
 * them. The provider's answer leaves the address bar at once.
 *
 * @returns null if the page did not return from a sign-in, or if it succeeded.
 */
export async function completeSignIn(device: Device): Promise<SignInFailure | null> {
  const answer = new URL(location.href);
  if (answer.pathname !== "/phone/callback") return null;
  history.replaceState(null, "", addressOf(device.surface));
  const remembered = takeSignIn();
  if (remembered === null) return "FORGOTTEN";
  const provider = await discoverProvider(device.surface).catch(() => null);
  if (provider === null) return "UNREACHABLE";
  const tokens = await exchange(provider, answer, remembered);
  if (tokens === null) return "REFUSED";
  const outcome = await device.signIn(tokens).catch(() => "NOT_STORED" as const);
  return outcome === "SIGNED_IN" ? null : outcome;
}

/** @returns null if the answer is not that of this sign-in, or if the provider refuses its code. */
async function exchange(
  { client }: Provider,
  answer: URL,
  { verifier, state }: RememberedSignIn,
): Promise<Tokens | null> {
  try {
    const checks = { pkceCodeVerifier: verifier, expectedState: state };
    const tokens = await authorizationCodeGrant(client, answer, checks);
    if (tokens.refresh_token === undefined) return null;
    return {
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token,
      expiresInSeconds: tokens.expires_in ?? 0,
    };
  } catch {
    return null;
  }
}

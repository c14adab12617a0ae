import { ResponseBodyError, refreshTokenGrant } from "openid-client";
import type { SignIn } from "../../device/ports/sign-in.ts";
import type { Surface } from "../../device/types.ts";
import { discoverProvider } from "./provider.ts";

/** Renews tokens at the provider. A portal's page or a timeout proves nothing about the session. */
export async function renewAt(surface: Surface, refreshToken: string): ReturnType<SignIn["renew"]> {
  try {
    const { client } = await discoverProvider(surface);
    const tokens = await refreshTokenGrant(client, refreshToken);
    return {
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token ?? refreshToken,
      expiresInSeconds: tokens.expires_in ?? 0,
    };
  } catch (error) {
    // Only this answer of a provider is final (RFC 6749, 5.2).
    return error instanceof ResponseBodyError && error.error === "invalid_grant"
      ? "LOST"
      : "SILENT";
  }
}

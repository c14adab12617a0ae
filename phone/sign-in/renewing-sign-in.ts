import { ResponseBodyError, refreshTokenGrant } from "openid-client";
import type { SignIn } from "../../device/ports/sign-in.ts";
import type { Surface } from "../../device/types.ts";
import { discoverProvider } from "./provider.ts";

/** Renews tokens of an app at the provider of this stack. */
export const renewingSignIn = (surface: Surface): SignIn => ({
  async renew(refreshToken) {
    try {
      const { client } = await discoverProvider(surface);
      const tokens = await refreshTokenGrant(client, refreshToken);
      return {
        accessToken: tokens.access_token,
        refreshToken: tokens.refresh_token ?? refreshToken,
        expiresInSeconds: tokens.expires_in ?? 0,
      };
    } catch (error) {
      // Only this answer of a provider is final (RFC 6749, 5.2); a portal's page or a timeout proves nothing.
      return error instanceof ResponseBodyError && error.error === "invalid_grant"
        ? "LOST"
        : "SILENT";
    }
  },
});

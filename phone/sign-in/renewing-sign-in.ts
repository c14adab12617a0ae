import {
  ResponseBodyError,
  processRefreshTokenResponse,
  refreshTokenGrantRequest,
} from "oauth4webapi";
import type { SignIn } from "../../device/ports/sign-in.ts";
import { INSECURE, PUBLIC_CLIENT, discoverProvider } from "./provider.ts";

/** Renews tokens at the provider of this stack. */
export const renewingSignIn: SignIn = {
  async renew(refreshToken) {
    try {
      const { server, client } = await discoverProvider();
      const granted = await refreshTokenGrantRequest(
        server,
        client,
        PUBLIC_CLIENT,
        refreshToken,
        INSECURE,
      );
      const tokens = await processRefreshTokenResponse(server, client, granted);
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
};

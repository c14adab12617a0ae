import { None, ResponseBodyError, refreshTokenGrant } from "openid-client";
import type { SignIn, Tokens } from "../../../device/ports/sign-in.ts";
import type { Surface } from "../../../device/types.ts";
import { discoverProvider } from "../../provider/discover.ts";
import { signIn as signInAt } from "../../stack/sign-in.ts";

/** Signs people of an app in at the development provider, and renews their tokens. */
export function providerSignIn(issuer: string, surface: Surface): ProviderSignIn {
  const clientId = CLIENTS[surface];
  return {
    async signIn(email) {
      const signedIn = await signInAt({ issuer, clientId, email });
      const { accessToken, refreshToken, expiresInSeconds } = signedIn;
      return { accessToken, refreshToken, expiresInSeconds };
    },
    renewal: {
      async renew(refreshToken) {
        try {
          const config = await discoverProvider(issuer, clientId, None());
          const tokens = await refreshTokenGrant(config, refreshToken);
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
      },
    },
  };
}

interface ProviderSignIn {
  readonly signIn: (email: string) => Promise<Tokens>;
  readonly renewal: SignIn;
}

const CLIENTS = {
  CLIENT_MOBILE: "sideline-client-mobile",
  COACH_MOBILE: "sideline-coach-mobile",
} as const satisfies Readonly<Record<Surface, string>>;

import { decodeJwt } from "jose";
import { z } from "zod";
import { type SignInRequest, signIn } from "../../tools/stack/sign-in.ts";

const Renewed = z.object({ access_token: z.string(), refresh_token: z.string() });

const CLIENT_ID = "sideline-client-mobile";
/** Tokens of the development provider live for five minutes. */
const FRESH_FOR_MS = 60_000;

/** A signed-in person whose access token is renewed before it expires. */
export interface SignedInPhone {
  /** Subject at the provider. */
  readonly subject: string;
  accessToken: string;
  refreshToken: string;
  renewedAt: number;
}

/** Signs in a person as the client's app does; by default at the development provider. */
export async function signInPhone(
  issuer: string,
  email: string,
  enter: Enter = signIn,
): Promise<SignedInPhone> {
  const { accessToken, refreshToken } = await enter({ issuer, clientId: CLIENT_ID, email });
  const { sub: subject = "" } = decodeJwt(accessToken);
  return { subject, accessToken, refreshToken, renewedAt: performance.now() };
}

/** Signs a person in through the login page of a provider. */
export type Enter = (
  request: Pick<SignInRequest, "issuer" | "clientId" | "email">,
) => Promise<Pick<SignedInPhone, "accessToken" | "refreshToken">>;

/**
 * Renews the access token if it is older than a minute, or another time. Two callers share one renewal: a refresh token
 * works once.
 */
export async function renew(
  issuer: string,
  phone: SignedInPhone,
  freshForMs = FRESH_FOR_MS,
): Promise<void> {
  if (performance.now() - phone.renewedAt < freshForMs) return;
  const running = renewals.get(phone) ?? renewNow(issuer, phone);
  renewals.set(phone, running);
  await running.finally(() => renewals.delete(phone));
}

const renewals = new WeakMap<SignedInPhone, Promise<void>>();

const tokenEndpoints = new Map<string, Promise<string>>();
const Metadata = z.object({ token_endpoint: z.string() });

function tokenEndpointOf(issuer: string): Promise<string> {
  const known = tokenEndpoints.get(issuer) ?? readTokenEndpoint(issuer);
  tokenEndpoints.set(issuer, known);
  return known;
}

async function readTokenEndpoint(issuer: string): Promise<string> {
  const response = await fetch(`${issuer}/.well-known/openid-configuration`);
  return Metadata.parse(await response.json()).token_endpoint;
}

async function renewNow(issuer: string, phone: SignedInPhone): Promise<void> {
  const response = await fetch(await tokenEndpointOf(issuer), {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "refresh_token",
      client_id: CLIENT_ID,
      refresh_token: phone.refreshToken,
    }),
  });
  if (!response.ok) throw new Error(`The provider did not renew the token: ${response.status}`);
  const renewed = Renewed.parse(await response.json());
  phone.accessToken = renewed.access_token;
  phone.refreshToken = renewed.refresh_token;
  phone.renewedAt = performance.now();
}

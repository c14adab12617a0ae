import type { SignInRequest } from "../stack/sign-in.ts";
import { ACCOUNT_PASSWORD, ensureAccount, forgetSecondFactor } from "./ensure-account.ts";
import { openKeycloakAdmin } from "./keycloak-admin.ts";
import { type KeycloakTokens, openKeycloakPerson } from "./keycloak-person.ts";
import { REALM_NAME } from "./realm-file.ts";
import type { StackKeycloak } from "./keycloak-place.ts";

/**
 * Signs a person in through the login form of the realm; a missing account is created. Throws for options that only
 * the development provider offers.
 */
export async function signInAtKeycloak(
  { url, adminPassword, redirectUris }: StackKeycloak,
  request: SignInRequest,
): Promise<KeycloakTokens> {
  const { clientId, email, issuer, name, roles = [] } = request;
  if (email === undefined || isPlayed(request)) throw new Error(ONLY_PLAYED);
  if (roles.length > 0 && clientId !== CONSOLE) throw new Error(ROLES_OF_THE_CONSOLE);
  const admin = openKeycloakAdmin(url, REALM_NAME, adminPassword);
  await ensureAccount(admin, { email, name, roles });
  const redirectUri = redirectUris[clientId] ?? "";
  const person = await openKeycloakPerson({ issuer, clientId, redirectUri });
  const account = { email, password: ACCOUNT_PASSWORD };
  if (roles.length > 0) await forgetSecondFactor(admin, email);
  const end = await (roles.length > 0
    ? person.loginWithSecondFactor(account)
    : person.login(account));
  if (end.kind === "TOKENS") return end;
  throw new Error(`${email} has a password of its own, or is locked: sign in with a browser.`);
}

const CONSOLE = "sideline-web";
const ROLES_OF_THE_CONSOLE = "In this realm only the console's token has roles: --client web.";
const ONLY_PLAYED =
  "The stack runs with Keycloak, which here offers only e-mail addresses with a password. Phones, other providers and unverified contacts need the development provider (npm start).";

function isPlayed({ phone, provider = "email-password", verified = true }: SignInRequest): boolean {
  return phone !== undefined || provider !== "email-password" || !verified;
}

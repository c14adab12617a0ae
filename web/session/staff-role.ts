import { TOKEN_ROLES, type TokenRole } from "../../contract/accounts/vocabulary.ts";

/**
 * The role of staff that an access token names (RFC 9068); null for everybody else. It decides only which pages the
 * console offers: the API verifies the token with each request.
 */
export function staffRoleOf(accessToken: string): TokenRole | null {
  const claims = claimsOf(accessToken);
  const realm = claims["realm_access"];
  // Keycloak may put roles into `realm_access`, others into a plain claim.
  const lists = [claims["roles"], isRecord(realm) ? realm["roles"] : null];
  return (
    TOKEN_ROLES.find((role) => lists.some((list) => Array.isArray(list) && list.includes(role))) ??
    null
  );
}

/** The claims of a token; none if it is not a JWT. */
function claimsOf(token: string): Readonly<Record<string, unknown>> {
  const [, payload = ""] = token.split(".");
  try {
    const text = atob(payload.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    const found: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isRecord(found) ? found : {};
  } catch {
    return {};
  }
}

function isRecord(found: unknown): found is Readonly<Record<string, unknown>> {
  return typeof found === "object" && found !== null && !Array.isArray(found);
}

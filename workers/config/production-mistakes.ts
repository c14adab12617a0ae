import type { Environment } from "./environment.ts";

/** Settings that suit an embedded stack but are wrong or unsafe with real people's data. */
export function productionMistakes(env: Environment): string[] {
  const mode = env["SIDELINE_MODE"] ?? "production";
  if (mode !== "production") {
    return env["NODE_ENV"] === "production"
      ? ["SIDELINE_MODE: is embedded while NODE_ENV says production"]
      : [];
  }
  return [
    ...ADDRESSES.filter((name) => !(env[name] ?? "").startsWith("https://")).map(
      (name) => `${name}: has to begin with https:// in production`,
    ),
    ...MAIL.filter((name) => (env[name] ?? "") === "").map(
      (name) => `${name}: is required in production, where nobody reads the local mailbox`,
    ),
    ...KEYS.filter((name) => isWeakKey(env[name])).map(
      (name) => `${name}: is not a random key; make one with: openssl rand -base64 32`,
    ),
    ...(hasEqualKeys(env) ? [`${KEYS.join(", ")}: have to differ from each other`] : []),
    ...((env["SIDELINE_PHONE_DIR"] ?? "") === ""
      ? []
      : ["SIDELINE_PHONE_DIR: belongs to an embedded stack; people install the native apps"]),
    ...(ONE_FACTOR.includes(env["OIDC_OPERATOR_ACR"] ?? "")
      ? ["OIDC_OPERATOR_ACR: is the level of a sign-in by password alone"]
      : []),
    ...(userOf(env["DATABASE_URL"]) === userOf(env["DATABASE_OWNER_URL"])
      ? ["DATABASE_URL: connects as the owner of the schema; the product runs as sideline_app"]
      : []),
  ];
}

const KEYS = ["INVITATION_KEY", "CURSOR_KEY", "HASH_KEY"] as const;
const MAIL = ["SMTP_URL", "MAIL_FROM"] as const;
const ADDRESSES = ["API_PUBLIC_URL", "OIDC_ISSUER"] as const;

/** `acr` values for a sign-in with one factor: Keycloak's defaults, if a realm defines no names. */
const ONE_FACTOR: readonly string[] = ["0", "1"];

/** A generated key of 32 bytes has at least this many different bytes. */
const LEAST_DIFFERENT_BYTES = 16;

function isWeakKey(text: string | undefined): boolean {
  return text !== undefined && new Set(Buffer.from(text, "base64")).size < LEAST_DIFFERENT_BYTES;
}

function hasEqualKeys(env: Environment): boolean {
  const given = KEYS.map((name) => env[name]).filter((key) => key !== undefined);
  return new Set(given).size < given.length;
}

function userOf(url: string | undefined): string | symbol {
  return url !== undefined && URL.canParse(url) ? new URL(url).username : Symbol("none");
}

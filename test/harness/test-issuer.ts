import { randomUUID } from "node:crypto";
import { type Server, type ServerResponse, createServer } from "node:http";
import {
  type CryptoKey,
  type JWK,
  type JWTHeaderParameters,
  SignJWT,
  exportJWK,
  generateKeyPair,
} from "jose";
import { SECOND_FACTOR_ACR } from "../../contract/accounts/vocabulary.ts";

/** A provider that a test can make misbehave: arbitrary claims, rotating keys, no answer at all. */
export interface TestIssuer {
  readonly issuer: string;
  /** Public part of the current key, as published. */
  readonly publicJwk: JWK;
  /** Number of requests answered or refused. */
  requests(): number;
  /** A token that our guard accepts, with the changes of the test. */
  sign(changes?: TokenChanges): Promise<string>;
  /** Signs a header and a payload exactly as given. */
  signText(header: string, payload: string): Promise<string>;
  /** The header of an ordinary token. */
  header(): Readonly<Record<string, string>>;
  /** Signs with another key from now on; former keys stay published or are dropped. */
  rotate(former?: "dropped" | "kept"): Promise<void>;
  /** While away, connections are closed without an answer. */
  setAway(away: boolean): void;
  close(): Promise<void>;
}

/** Values that replace those of an ordinary token; a claim that is undefined is left out. */
export interface TokenChanges {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Partial<JWTHeaderParameters>;
  readonly key?: CryptoKey | Uint8Array;
}

interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

/** Claims of an ordinary access token of the client's phone. */
export function ordinaryClaims(issuer: string): Record<string, unknown> {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss: issuer,
    aud: "sideline-api",
    sub: "somebody",
    sid: "a-session",
    client_id: "sideline-client-mobile",
    azp: "sideline-client-mobile",
    jti: randomUUID(),
    iat: now,
    auth_time: now,
    acr: SECOND_FACTOR_ACR,
    exp: now + 300,
    email: "somebody@example.test",
    email_verified: true,
  };
}

/** Claims of a machine's token in place of a person's. */
export const MACHINE_CLAIMS = {
  sub: "sideline-jobs",
  client_id: "sideline-jobs",
  azp: "sideline-jobs",
  scope: "internal",
  sid: undefined,
  email: undefined,
  email_verified: undefined,
  acr: undefined,
  auth_time: undefined,
} as const;

/** Starts the issuer on the loopback address. */
export async function startTestIssuer(): Promise<TestIssuer> {
  let key = await makeKey();
  let former: readonly SigningKey[] = [];
  let away = false;
  let requests = 0;
  const server = createServer((req, res) => {
    requests += 1;
    if (away) {
      res.destroy();
      return;
    }
    answerJson(
      res,
      req.url === "/jwks" ? { keys: [key, ...former].map(({ jwk }) => jwk) } : metadata(issuer),
    );
  });
  // A connection kept alive from before an outage would be reused and only then found dead.
  server.maxRequestsPerSocket = 1;
  const issuer = await listen(server);
  return {
    issuer,
    get publicJwk() {
      return key.jwk;
    },
    requests: () => requests,
    sign: ({ claims, header, key: other } = {}) =>
      new SignJWT({ ...ordinaryClaims(issuer), ...claims })
        .setProtectedHeader({ alg: "RS256", typ: "at+jwt", kid: key.kid, ...header })
        .sign(other ?? key.privateKey),
    header: () => ({ alg: "RS256", typ: "at+jwt", kid: key.kid }),
    signText: async (header, payload) => {
      const signed = `${base64Url(header)}.${base64Url(payload)}`;
      const bytes = new TextEncoder().encode(signed);
      const signature = await crypto.subtle.sign("RSASSA-PKCS1-v1_5", key.privateKey, bytes);
      return `${signed}.${Buffer.from(signature).toString("base64url")}`;
    },
    rotate: async (kept = "dropped") => {
      former = kept === "kept" ? [key, ...former] : [];
      key = await makeKey();
    },
    setAway: (isAway) => {
      away = isAway;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const base64Url = (text: string) => Buffer.from(text).toString("base64url");

async function makeKey(): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
  const kid = randomUUID();
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, use: "sig" } };
}

function metadata(issuer: string) {
  return {
    issuer,
    jwks_uri: `${issuer}/jwks`,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
  };
}

function answerJson(res: ServerResponse, value: unknown): void {
  res.setHeader("Content-Type", "application/json");
  res.end(JSON.stringify(value));
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" ? (address?.port ?? 0) : 0;
      resolve(`http://127.0.0.1:${port}`);
    });
  });
}

import { createHmac, randomUUID } from "node:crypto";
import {
  type JWK,
  SignJWT,
  UnsecuredJWT,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
} from "jose";
import { type TestIssuer, ordinaryClaims } from "../../harness/test-issuer.ts";

/** A kind of bad token, named by its fault. */
export type BadToken = readonly [kind: string, token: string];

/** Claims of a good token; each bad one differs in one respect. */
type Claims = Readonly<Record<string, unknown>>;

const epoch = () => Math.floor(Date.now() / 1000);
const base64Url = (text: string | Uint8Array) => Buffer.from(text).toString("base64url");

/** Every kind, made for a person whose good token would be accepted (docs/rooms/wire.md#access-tokens). */
export async function badTokens(issuer: TestIssuer, claims: Claims): Promise<readonly BadToken[]> {
  return [
    ...(await ofAlgorithms(issuer, claims)),
    ...(await ofClaims(issuer, claims)),
    ...(await ofHeaders(issuer, claims)),
    ...(await ofKeys(issuer, claims)),
    ...(await ofForms(issuer, claims)),
    ...(await ofOtherTokens(issuer, claims)),
  ];
}

/** Signed by the issuer's own key, whatever the header says. */
function textToken(issuer: TestIssuer, header: object, payload: object): Promise<string> {
  return issuer.signText(JSON.stringify(header), JSON.stringify(payload));
}

function whole(issuer: TestIssuer, claims: Claims): Record<string, unknown> {
  return { ...ordinaryClaims(issuer.issuer), ...claims };
}

async function ofAlgorithms(issuer: TestIssuer, claims: Claims): Promise<BadToken[]> {
  const payload = whole(issuer, claims);
  const good = await issuer.sign({ claims });
  const [, body = "", signature = ""] = good.split(".");
  const unsigned = (alg: string) =>
    `${base64Url(JSON.stringify({ ...issuer.header(), alg }))}.${body}.`;
  const publicKey = await importJWK(issuer.publicJwk, "RS256", { extractable: true });
  if (publicKey instanceof Uint8Array) throw new TypeError("An RSA key was expected");
  const spki = await exportSPKI(publicKey);
  const byHmac = (alg: string, hash: string, key: string) => {
    const signed = `${base64Url(JSON.stringify({ ...issuer.header(), alg }))}.${body}`;
    return `${signed}.${createHmac(hash, key).update(signed).digest("base64url")}`;
  };
  const named = (alg: string) => textToken(issuer, { ...issuer.header(), alg }, payload);
  return [
    ["no algorithm, no signature", new UnsecuredJWT(payload).encode()],
    ["algorithm none with our header", unsigned("none")],
    ["algorithm None", unsigned("None")],
    ["algorithm nOnE", unsigned("nOnE")],
    ["algorithm none, the signature left", `${unsigned("none")}${signature}`],
    ["HS256 with the public key as PEM", byHmac("HS256", "sha256", spki)],
    ["HS256 with the public key as PEM and a line end", byHmac("HS256", "sha256", `${spki}\n`)],
    [
      "HS256 with the public key as JWK",
      byHmac("HS256", "sha256", JSON.stringify(issuer.publicJwk)),
    ],
    ["HS256 with the modulus", byHmac("HS256", "sha256", issuer.publicJwk.n ?? "")],
    ["HS256 with an empty key", byHmac("HS256", "sha256", "")],
    ["HS384 with the public key", byHmac("HS384", "sha384", spki)],
    ["HS512 with the public key", byHmac("HS512", "sha512", spki)],
    ["the header says HS256, RSA signed", await named("HS256")],
    ["the header says RS384", await named("RS384")],
    ["the header says RS512", await named("RS512")],
    ["the header says PS512", await named("PS512")],
    ["the header says ES256K", await named("ES256K")],
    ["ES256 with a signature of zeros", `${unsigned("ES256")}${base64Url(new Uint8Array(64))}`],
    ["EdDSA with a signature of zeros", `${unsigned("EdDSA")}${base64Url(new Uint8Array(64))}`],
    ["an algorithm that is none of these", await named("RSA1_5")],
    [
      "an algorithm that is a number",
      await textToken(issuer, { ...issuer.header(), alg: 256 }, payload),
    ],
    [
      "a list of algorithms",
      await textToken(issuer, { ...issuer.header(), alg: ["RS256"] }, payload),
    ],
    [
      "without its algorithm",
      await textToken(issuer, { ...issuer.header(), alg: undefined }, payload),
    ],
  ];
}

async function ofClaims(issuer: TestIssuer, claims: Claims): Promise<BadToken[]> {
  const { issuer: iss } = issuer;
  const changes: readonly (readonly [string, Claims])[] = [
    ["another issuer", { iss: "https://login.example" }],
    ["an issuer with a slash more", { iss: `${iss}/` }],
    ["an issuer with a path", { iss: `${iss}/realms/other` }],
    ["an issuer in a list", { iss: [iss] }],
    ["no issuer", { iss: undefined }],
    ["another audience", { aud: "another-api" }],
    ["an audience that begins like ours", { aud: "sideline-api-admin" }],
    ["an audience in capitals", { aud: "SIDELINE-API" }],
    ["a list of other audiences", { aud: ["account", "another-api"] }],
    ["no audiences in the list", { aud: [] }],
    ["an object for an audience", { aud: { "sideline-api": true } }],
    ["no audience", { aud: undefined }],
    ["the app for an audience", { aud: "sideline-coach-mobile" }],
    ["azp of an unregistered client", { azp: "somebody-elses", client_id: undefined }],
    ["client_id of an unregistered client", { client_id: "somebody-elses", azp: undefined }],
    ["azp and client_id of two apps", { client_id: "sideline-web", azp: "sideline-coach-mobile" }],
    ["a prototype for a client", { client_id: "__proto__", azp: undefined }],
    ["a constructor for a client", { client_id: "constructor", azp: undefined }],
    ["a list of clients", { client_id: ["sideline-web"], azp: undefined }],
    ["no client", { client_id: undefined, azp: undefined }],
    ["expired", { exp: epoch() - 60 }],
    ["expired long ago", { exp: 1 }],
    ["made for more than an hour", { iat: epoch() - 10, exp: epoch() + 3_591 }],
    ["made for a year", { exp: epoch() + 31_536_000 }],
    ["expired when it was made", { exp: epoch() - 3600, iat: epoch() - 3600 }],
    ["an expiry below zero", { exp: -1 }],
    ["an expiry as text", { exp: String(epoch() + 300) }],
    ["an expiry of null", { exp: null }],
    ["no expiry", { exp: undefined }],
    ["not valid yet", { nbf: epoch() + 600 }],
    ["valid from a text on", { nbf: "0" }],
    ["issued in the future", { iat: epoch() + 600 }],
    ["issued in milliseconds", { iat: Date.now() }],
    ["issued at a text", { iat: String(epoch()) }],
    ["no instant of issue", { iat: undefined }],
    ["an authentication that is a text", { auth_time: "now" }],
    ["no subject", { sub: undefined }],
    ["an empty subject", { sub: "" }],
    ["a subject of null", { sub: null }],
    ["a number for a subject", { sub: 1 }],
    ["a list of subjects", { sub: [claims["sub"]] }],
    ["an object for a subject", { sub: { $ne: null } }],
    ["a subject too long", { sub: "a".repeat(256) }],
    ["a subject with NUL", { sub: `${String(claims["sub"])}\u0000` }],
    ["a subject with half a character", { sub: `${String(claims["sub"])}\ud800` }],
    ["no session", { sid: undefined }],
    ["an empty session", { sid: "" }],
    ["a number for a session", { sid: 1 }],
    ["no id", { jti: undefined }],
    ["a number for an id", { jti: 1 }],
    ["bound to a key of its sender", { cnf: { jkt: "abc" } }],
    ["bound to a certificate", { cnf: { "x5t#S256": "abc" } }],
    ["roles in a text", { roles: "admin" }],
    ["roles in an object", { roles: { admin: true } }],
    ["an address in a list", { email: ["a@example.com"] }],
    ["events of a logout", { events: {} }],
  ];
  return Promise.all(
    changes.map(async ([kind, change]): Promise<BadToken> => [
      kind,
      await textToken(issuer, issuer.header(), { ...whole(issuer, claims), ...change }),
    ]),
  );
}

async function ofHeaders(issuer: TestIssuer, claims: Claims): Promise<BadToken[]> {
  const { publicKey } = await generateKeyPair("RS256", { extractable: true });
  const jwk: JWK = await exportJWK(publicKey);
  const url = `${issuer.issuer}/jwks`;
  const changes: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ["type JWT", { typ: "JWT" }],
    ["type jwt", { typ: "jwt" }],
    ["no type", { typ: undefined }],
    ["an empty type", { typ: "" }],
    ["a number for a type", { typ: 1 }],
    ["a type that goes on", { typ: "at+jwt+more" }],
    ["type of a DPoP proof", { typ: "dpop+jwt" }],
    ["type of a client assertion", { typ: "client-authentication+jwt" }],
    ["a critical extension", { crit: ["exp"], exp: 0 }],
    ["a critical extension of nobody", { crit: ["urn:example"], "urn:example": true }],
    ["an empty list of critical extensions", { crit: [] }],
    ["a payload that is not encoded", { b64: false, crit: ["b64"] }],
    ["b64 without crit", { b64: false }],
    ["a foreign key inside", { jwk }],
    ["our own key inside", { jwk: issuer.publicJwk }],
    ["an address of keys", { jku: "https://evil.example/jwks" }],
    ["our own address of keys", { jku: url }],
    ["an address of a certificate", { x5u: "https://evil.example/cert" }],
    ["a certificate inside", { x5c: ["MIIB"] }],
    ["compressed", { zip: "DEF" }],
    ["encrypted by name", { enc: "A128GCM" }],
    ["a token inside by name", { cty: "JWT" }],
    ["an unknown key", { kid: randomUUID() }],
    ["a key by path", { kid: "../../../../dev/null" }],
    ["a key by statement", { kid: "' or 1=1 --" }],
    ["a key by prototype", { kid: "__proto__" }],
    ["a list of keys", { kid: [issuer.header()["kid"]] }],
  ];
  const payload = whole(issuer, claims);
  return Promise.all(
    changes.map(async ([kind, change]): Promise<BadToken> => [
      kind,
      await textToken(issuer, { ...issuer.header(), ...change }, payload),
    ]),
  );
}

async function ofKeys(issuer: TestIssuer, claims: Claims): Promise<BadToken[]> {
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  const elliptic = await generateKeyPair("ES256");
  const forged = (header: Readonly<Record<string, unknown>>) =>
    new SignJWT(whole(issuer, claims))
      .setProtectedHeader({ ...issuer.header(), alg: "RS256", ...header })
      .sign(privateKey);
  const jwk = { ...(await exportJWK(publicKey)), alg: "RS256", use: "sig" };
  return [
    ["another key under the name of ours", await forged({})],
    ["another key without a name", await forged({ kid: undefined })],
    ["another key that comes along", await forged({ jwk })],
    ["another key that comes along without a name", await forged({ jwk, kid: undefined })],
    ["another key at an address", await forged({ jku: "https://evil.example/jwks" })],
    [
      "a key of another kind",
      await issuer.sign({ claims, header: { alg: "ES256" }, key: elliptic.privateKey }),
    ],
  ];
}

async function ofForms(issuer: TestIssuer, claims: Claims): Promise<BadToken[]> {
  const good = await issuer.sign({ claims });
  const [head = "", body = "", signature = ""] = good.split(".");
  const other = (await issuer.sign({ claims: { ...claims, jti: randomUUID() } })).split(".");
  const header = JSON.stringify(issuer.header());
  const payload = whole(issuer, claims);
  const json = JSON.stringify(payload);
  const sub = JSON.stringify(claims["sub"]);
  return [
    ["two claims of one name", await issuer.signText(header, `{"sub":"x",${json.slice(1)}`)],
    ["the same claim twice", await issuer.signText(header, `{"sub":${sub},${json.slice(1)}`)],
    [
      "a name twice, once in escapes",
      await issuer.signText(header, `{"\\u0073ub":"x",${json.slice(1)}`),
    ],
    [
      "two algorithms in the header",
      await issuer.signText(`{"alg":"none",${header.slice(1)}`, json),
    ],
    ["a number that nobody holds", await issuer.signText(header, `{"x":1e400,${json.slice(1)}`)],
    [
      "an expiry without end",
      await issuer.signText(header, json.replace(/"exp":\d+/, '"exp":1e400')),
    ],
    [
      "deeply nested",
      await issuer.signText(header, `{"x":${"[".repeat(99)}${"]".repeat(99)},${json.slice(1)}`),
    ],
    ["a list for a payload", await issuer.signText(header, `[${json}]`)],
    ["a text for a payload", await issuer.signText(header, JSON.stringify(json))],
    ["null for a payload", await issuer.signText(header, "null")],
    ["a payload that is no JSON", await issuer.signText(header, json.slice(0, -1))],
    ["a payload with a mark before it", await issuer.signText(header, `\ufeff${json}`)],
    ["an empty payload", await issuer.signText(header, "")],
    ["a header that is no JSON", await issuer.signText("{", json)],
    ["a list for a header", await issuer.signText(`[${header}]`, json)],
    ["too long", await textToken(issuer, issuer.header(), { ...payload, x: "a".repeat(8192) })],
    [
      "another payload under the signature",
      `${head}.${base64Url(JSON.stringify({ ...payload, roles: ["admin"] }))}.${signature}`,
    ],
    [
      "another header over the signature",
      `${base64Url(JSON.stringify({ ...issuer.header(), x: 1 }))}.${body}.${signature}`,
    ],
    ["the signature of another token", `${head}.${body}.${other[2] ?? ""}`],
    ["half a signature", `${head}.${body}.${signature.slice(0, 128)}`],
    ["no signature", `${head}.${body}.`],
    ["two parts", `${head}.${body}`],
    ["four parts", `${good}.${signature}`],
    ["five parts", `${head}..${body}.${signature}.${signature}`],
    ["an empty header", `.${body}.${signature}`],
    ["a signature spelt another way", `${head}.${body}.${respelt(signature)}`],
    ["a signature with padding", `${good}==`],
    ["a payload with padding", `${head}.${body}=.${signature}`],
    ["the other alphabet", `${head}.${body}.+/${signature.slice(2)}`],
    ["a dot more", `${good}.`],
    ["twice in one", `${good}${good}`],
    ["a token inside a token", await issuer.signText(header, JSON.stringify(good))],
    ["a token as a claim", await textToken(issuer, issuer.header(), { token: good })],
    [
      "a payload that is not UTF-8",
      `${head}.${base64Url(Buffer.from([0x7b, 0xff, 0x7d]))}.${signature}`,
    ],
  ];
}

/** Changes unused bits of the last character, which has more bits than its byte needs. */
function respelt(part: string): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const last = alphabet.indexOf(part.slice(-1));
  return `${part.slice(0, -1)}${alphabet[last ^ 1] ?? "A"}`;
}

async function ofOtherTokens(issuer: TestIssuer, claims: Claims): Promise<BadToken[]> {
  const payload = whole(issuer, claims);
  const { kid, alg } = issuer.header();
  const of = (header: object, changes: Claims) =>
    textToken(issuer, { alg, kid, ...header }, { ...payload, ...changes });
  const logout = { events: { "http://schemas.openid.net/event/backchannel-logout": {} } };
  return [
    ["an ID token", await of({ typ: "JWT" }, { aud: "sideline-coach-mobile", nonce: "n" })],
    ["an ID token for our audience", await of({ typ: "JWT" }, { nonce: "n" })],
    ["an ID token without a type", await of({}, { nonce: "n" })],
    ["a refresh token", await of({ typ: "JWT" }, { typ: "Refresh", aud: issuer.issuer })],
    ["a refresh token by its type", await of({ typ: "refresh+jwt" }, {})],
    ["a logout token", await of({ typ: "logout+jwt" }, logout)],
    ["a logout token in the clothes of an access token", await of({ typ: "at+jwt" }, logout)],
    ["an answer of introspection", await of({ typ: "token-introspection+jwt" }, { active: true })],
    ["an opaque token", randomUUID()],
    ["the word null", "null"],
    ["the word undefined", "undefined"],
    ["dots", "..."],
    ["base64 of a name and a password", base64Url("admin:admin")],
    ["an encrypted token", `${base64Url('{"alg":"dir","enc":"A128GCM"}')}..AAAA.AAAA.AAAA`],
  ];
}

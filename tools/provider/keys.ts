import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { exportJWK, generateKeyPair } from "jose";
import * as z from "zod";

const SigningKey = z.looseObject({ kty: z.literal("RSA"), kid: z.string() });
type SigningKey = z.infer<typeof SigningKey>;

const ProviderKeys = z.strictObject({
  signing: SigningKey,
  /** Signs after the next rotation; published before that. */
  next: z.strictObject({ key: SigningKey, publishedAt: z.iso.datetime() }).optional(),
  /** No longer sign, but are published until their last token has expired. */
  former: z.array(z.strictObject({ key: SigningKey, until: z.iso.datetime() })).default([]),
  cookie: z.string(),
});

/** The provider's signing keys (RS256, private) and the secret of its cookies. */
export type ProviderKeys = Omit<z.infer<typeof ProviderKeys>, "next"> & {
  readonly next: { readonly key: SigningKey; readonly publishedAt: string };
};

/** How long a former key is published: the life of a token, twice, to allow for slow clocks. */
const FORMER_MS = 10 * 60 * 1000;

/** Reads the keys of a folder, or creates them once; without a folder they are new each time. */
export async function openProviderKeys(directory: string | null): Promise<ProviderKeys> {
  const file = directory === null ? null : join(directory, "keys.json");
  const known = file !== null && existsSync(file) ? readKeys(file) : null;
  const keys: ProviderKeys = {
    signing: known?.signing ?? (await makeKey()),
    next: known?.next ?? (await makeNext()),
    former: known?.former ?? [],
    cookie: known?.cookie ?? randomBytes(32).toString("base64url"),
  };
  saveKeys(directory, keys);
  return keys;
}

/**
 * Makes the next key the signing one, keeps publishing the former until its tokens expire, and publishes a new next
 * key. The caller waits until the next key has been published long enough.
 */
export async function rotateKeys(keys: ProviderKeys): Promise<ProviderKeys> {
  const until = new Date(Date.now() + FORMER_MS).toISOString();
  const former = [{ key: keys.signing, until }, ...withoutExpired(keys).former];
  return { ...keys, signing: keys.next.key, next: await makeNext(), former };
}

/** Removes former keys that no valid token needs. */
export function withoutExpired(keys: ProviderKeys): ProviderKeys {
  const now = new Date().toISOString();
  return { ...keys, former: keys.former.filter(({ until }) => until > now) };
}

/** All published keys; the library signs with the first one. */
export function publishedKeys({ signing, next, former }: ProviderKeys): SigningKey[] {
  return [signing, next.key, ...former.map(({ key }) => key)];
}

/** Writes the keys into their folder, readable only by its owner. */
export function saveKeys(directory: string | null, keys: ProviderKeys): void {
  if (directory === null) return;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, "keys.json");
  writeFileSync(`${file}.new`, JSON.stringify(keys), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

const readKeys = (file: string) => ProviderKeys.parse(JSON.parse(readFileSync(file, "utf8")));

const makeNext = async () => ({ key: await makeKey(), publishedAt: new Date().toISOString() });

async function makeKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const kid = randomBytes(8).toString("hex");
  return SigningKey.parse({ ...(await exportJWK(privateKey)), kid, alg: "RS256", use: "sig" });
}

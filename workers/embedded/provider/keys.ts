import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { exportJWK, generateKeyPair } from "jose";
import * as z from "zod";

const ProviderKeys = z.strictObject({
  signing: z.looseObject({ kty: z.literal("RSA"), kid: z.string() }),
  cookie: z.string(),
});

/** The provider's signing key (RS256, private) and the secret of its cookies. */
export type ProviderKeys = z.infer<typeof ProviderKeys>;

/** Reads the keys of a folder, or makes them once; without a folder they are new each time. */
export async function openProviderKeys(directory: string | null): Promise<ProviderKeys> {
  const file = directory === null ? null : join(directory, "keys.json");
  if (file !== null && existsSync(file)) {
    return ProviderKeys.parse(JSON.parse(readFileSync(file, "utf8")));
  }
  const keys = await makeKeys();
  if (directory !== null) mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (file !== null) writeFileSync(file, JSON.stringify(keys), { mode: 0o600 });
  return keys;
}

async function makeKeys(): Promise<ProviderKeys> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return ProviderKeys.parse({
    signing: {
      ...(await exportJWK(privateKey)),
      kid: randomBytes(8).toString("hex"),
      alg: "RS256",
      use: "sig",
    },
    cookie: randomBytes(32).toString("base64url"),
  });
}

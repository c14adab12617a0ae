import { makeWebCryptoKey } from "../adapters/web-crypto/web-crypto-key.ts";
import type { AesKey, Vault } from "../ports/vault.ts";

/** A vault that lives as long as this object. A phone restored from a backup gets a new one. */
export function makeMemoryVault(): Vault {
  const secrets = new Map<string, string>();
  const keys = new Map<string, Promise<AesKey>>();
  return {
    read: async (name) => secrets.get(name) ?? null,
    async write(name, secret) {
      secrets.set(name, secret);
    },
    async remove(name) {
      secrets.delete(name);
    },
    key: async (name) => (await keys.get(name)) ?? null,
    async makeKey(name) {
      const made = keys.get(name) ?? makeWebCryptoKey();
      keys.set(name, made);
      return await made;
    },
    async removeKey(name) {
      keys.delete(name);
    },
  };
}

import type { AesKey, Vault } from "../../ports/vault.ts";
import { webCryptoAes } from "../web-crypto/web-crypto-aes.ts";
import { aesKeyOf, makeWebCryptoKey } from "../web-crypto/web-crypto-key.ts";
import { openIndexedDb, readValue, transact } from "./indexed-db.ts";
import { type ReopenedIndexedDb, reopenedIndexedDb } from "./reopened-indexed-db.ts";

/**
 * The vault of a browser: an IndexedDB database separate from the rows. Its keys cannot be exported, not even by this
 * page, and its texts are sealed with one of them. Copied files of a browser profile still contain the keys: a browser
 * has no safer place.
 *
 * @throws SqlFault REFUSED if the browser stores nothing here.
 */
export async function openIndexedDbVault(name: string): Promise<Vault> {
  const using = reopenedIndexedDb(async () => await openIndexedDb(name, [KEYS, SECRETS]));
  // A browser that stores nothing here says so at once.
  await using(async () => null);
  const keys = browserKeys(using);
  return {
    key: (keyName) => keys.key(`named/${keyName}`),
    makeKey: (keyName) => keys.makeKey(`named/${keyName}`),
    removeKey: (keyName) => keys.removeKey(`named/${keyName}`),
    async read(secretName) {
      const sealed = await using((database) => readValue(database, SECRETS, secretName));
      const key = await keys.key(OWN_KEY);
      if (key === null || !(sealed instanceof Uint8Array)) return null;
      const bytes = await webCryptoAes.open(key, sealed, secretName);
      return bytes === null ? null : new TextDecoder().decode(bytes);
    },
    async write(secretName, secret) {
      const key = await keys.makeKey(OWN_KEY);
      const sealed = await webCryptoAes.seal(key, new TextEncoder().encode(secret), secretName);
      await using((database) =>
        transact(database, SECRETS, (store) => store.put(sealed, secretName)),
      );
    },
    async remove(secretName) {
      await using((database) => transact(database, SECRETS, (store) => store.delete(secretName)));
    },
  };
}

const KEYS = "keys";
const SECRETS = "secrets";

/** Name of the key that seals the texts; other names have a prefix. */
const OWN_KEY = "vault";

function browserKeys(using: ReopenedIndexedDb): Pick<Vault, "key" | "makeKey" | "removeKey"> {
  const loaded = new Map<string, AesKey>();
  return {
    key: load,
    async makeKey(name) {
      const known = await load(name);
      if (known !== null) return known;
      const made = await makeWebCryptoKey();
      // Another call may have created it meanwhile: the stored one is the key.
      await using((database) =>
        transact(database, KEYS, (store) => {
          const present = store.get(name);
          present.addEventListener("success", () => {
            if (present.result === undefined) store.put(made, name);
          });
          return present;
        }),
      );
      const stored = await load(name);
      if (stored === null) throw new Error("The key was removed while it was made.");
      return stored;
    },
    async removeKey(name) {
      await using((database) => transact(database, KEYS, (store) => store.delete(name)));
      loaded.delete(name);
    },
  };

  async function load(name: string): Promise<AesKey | null> {
    const known = loaded.get(name);
    if (known !== undefined) return known;
    const stored = await using((database) => readValue(database, KEYS, name));
    if (!(stored instanceof CryptoKey)) return null;
    const key = aesKeyOf(stored);
    loaded.set(name, key);
    return key;
  }
}

import { beforeEach, describe, expect, test } from "@jest/globals";
import { webCryptoAes } from "../../../device/adapters/web-crypto/web-crypto-aes.ts";
import type { Vault } from "../../../device/ports/vault.ts";

/** Tests that every adapter of the `Vault` port must pass, with Web Crypto keys. */
export function describeVaultConformance(name: string, prepare: () => Promise<OpenVault>): void {
  describe(name, () => {
    let openAgain: OpenVault;
    let vault: Vault;
    beforeEach(async () => {
      openAgain = await prepare();
      vault = await openAgain();
    });

    const content = Uint8Array.of(1, 2, 3);
    const sealWith = async (key: string, label = "row 1") =>
      await webCryptoAes.seal(await vault.makeKey(key), content, label);
    async function openWith(key: string, sealed: Uint8Array, label = "row 1") {
      const found = await vault.key(key);
      return found === null ? null : await webCryptoAes.open(found, sealed, label);
    }

    test("A secret is read as it was written last, also by another opening of the vault.", async () => {
      await vault.write("session", "one");
      await vault.write("session", "two ä😀");
      await vault.write("empty", "");
      const again = await openAgain();
      expect(await again.read("session")).toBe("two ä😀");
      expect(await again.read("empty")).toBe("");
      expect(await again.read("other")).toBeNull();
    });

    test("A removed secret is gone, and removing it again does nothing.", async () => {
      await vault.write("session", "one");
      await vault.remove("session");
      await vault.remove("session");
      expect(await (await openAgain()).read("session")).toBeNull();
    });

    test("A key that was never made is absent, and a secret of the same name is no key.", async () => {
      await vault.write("cache/a", "text");
      expect(await vault.key("cache/a")).toBeNull();
    });

    test("Content opens with the key and the label that sealed it, and with no others.", async () => {
      const sealed = await sealWith("cache/a");
      await vault.makeKey("cache/A");
      expect(await openWith("cache/a", sealed)).toEqual(content);
      expect(await openWith("cache/A", sealed)).toBeNull();
      expect(await openWith("cache/a", sealed, "row 2")).toBeNull();
      expect(await openWith("cache/a", sealed.slice(0, 20))).toBeNull();
      expect(await openWith("cache/a", withOtherEnd(sealed))).toBeNull();
    });

    test("The same content sealed twice gets two different nonces.", async () => {
      const [one, other] = [await sealWith("cache/a"), await sealWith("cache/a")];
      expect(one.subarray(0, 12)).not.toEqual(other.subarray(0, 12));
      expect(one).toHaveLength(12 + content.length + 16);
    });

    test("Making a key twice, also at once, yields the one key.", async () => {
      await Promise.all([vault.makeKey("cache/a"), vault.makeKey("cache/a")]);
      const sealed = await sealWith("cache/a");
      vault = await openAgain();
      await vault.makeKey("cache/a");
      expect(await openWith("cache/a", sealed)).toEqual(content);
    });

    test("A removed key is gone for good: a new one of its name opens nothing old.", async () => {
      const sealed = await sealWith("cache/a");
      await vault.removeKey("cache/a");
      await vault.removeKey("cache/a");
      expect(await vault.key("cache/a")).toBeNull();
      vault = await openAgain();
      expect(await vault.key("cache/a")).toBeNull();
      await vault.makeKey("cache/a");
      expect(await openWith("cache/a", sealed)).toBeNull();
    });
  });
}

function withOtherEnd(sealed: Uint8Array): Uint8Array {
  return Uint8Array.of(...sealed.subarray(0, -1), (sealed.at(-1) ?? 0) ^ 1);
}

/** Opens the same vault as often as it is called. */
export type OpenVault = () => Promise<Vault>;

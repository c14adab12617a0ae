import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { openFileVault } from "../../../device/adapters/node/file-vault.ts";
import { webCryptoAes } from "../../../device/adapters/web-crypto/web-crypto-aes.ts";
import type { Vault } from "../../../device/ports/vault.ts";
import { makeMemoryVault } from "../../../device/testing/memory-vault.ts";
import { describeVaultConformance } from "./vault-conformance.ts";

const folder = mkdtempSync(join(tmpdir(), "device-vault-"));
afterAll(() => rmSync(folder, { recursive: true }));

describeVaultConformance("The vault in memory", async () => {
  const vault = makeMemoryVault();
  return async () => vault;
});

let count = 0;
describeVaultConformance("The vault of files", async () => {
  count += 1;
  const own = join(folder, `${count}`, "vault");
  return () => openFileVault(own);
});

test("Only the owner of a vault of files can read it, and no file name reveals a secret's name.", async () => {
  const own = join(folder, "private");
  const vault = await openFileVault(own);
  await vault.write("refresh-token", "secret");
  await vault.makeKey("cache/../../outside");
  expect(statSync(own).mode % 0o1000).toBe(0o700);
  const files = readdirSync(own);
  expect(files.map((file) => statSync(join(own, file)).mode % 0o1000)).toEqual([0o600, 0o600]);
  expect(files.filter((file) => !/^(?:key|secret)-[0-9a-f]+$/.test(file))).toEqual([]);
});

test("A key that is removed from a vault of files is deleted from the disk.", async () => {
  const own = join(folder, "removed");
  const vault = await openFileVault(own);
  await vault.makeKey("cache/a");
  const [file = ""] = readdirSync(own);
  expect(readFileSync(join(own, file))).toHaveLength(32);
  await vault.removeKey("cache/a");
  expect(readdirSync(own)).toEqual([]);
});

test("Two vaults over one folder agree on a key that both make at once.", async () => {
  const own = join(folder, "shared");
  const [one, other] = [await openFileVault(own), await openFileVault(own)];
  const [key] = await Promise.all([one.makeKey("cache/a"), other.makeKey("cache/a")]);
  const sealed = await webCryptoAes.seal(key, Uint8Array.of(7), "label");
  expect(await openedBy(other, sealed)).toEqual(Uint8Array.of(7));
});

async function openedBy(vault: Vault, sealed: Uint8Array): Promise<Uint8Array | null> {
  return await webCryptoAes.open(await vault.makeKey("cache/a"), sealed, "label");
}

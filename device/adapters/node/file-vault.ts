import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { AesKey, Vault } from "../../ports/vault.ts";
import { importWebCryptoKey } from "../web-crypto/web-crypto-key.ts";
import { createFile, removeFile, replaceFile } from "./durable-files.ts";

/**
 * A folder of secrets that only this user of the computer can read. It replaces the secure storage of a phone:
 * a copy of the folder contains the keys. Each file is written as a whole or not at all.
 */
export async function openFileVault(folder: string): Promise<Vault> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const secretPath = (name: string) => join(folder, `secret-${hexOf(name)}`);
  return {
    ...fileKeys(folder),
    async read(name) {
      const bytes = await readOrNull(secretPath(name));
      return bytes === null ? null : new TextDecoder().decode(bytes);
    },
    async write(name, secret) {
      replaceFile(secretPath(name), new TextEncoder().encode(secret));
    },
    async remove(name) {
      removeFile(secretPath(name));
    },
  };
}

function fileKeys(folder: string): Pick<Vault, "key" | "makeKey" | "removeKey"> {
  const loaded = new Map<string, Promise<AesKey | null>>();
  const pathOf = (name: string) => join(folder, `key-${hexOf(name)}`);
  return {
    key: load,
    async makeKey(name) {
      const known = await load(name);
      if (known !== null) return known;
      // Another process or call may create it first: the existing file is the key.
      createFile(pathOf(name), crypto.getRandomValues(new Uint8Array(KEY_BYTES)));
      loaded.delete(name);
      const made = await load(name);
      if (made === null) throw new Error("The key was removed while it was made.");
      return made;
    },
    async removeKey(name) {
      removeFile(pathOf(name));
      loaded.delete(name);
    },
  };

  function load(name: string): Promise<AesKey | null> {
    const known = loaded.get(name);
    if (known !== undefined) return known;
    const key = readKey(pathOf(name));
    loaded.set(name, key);
    const forget = () => loaded.get(name) === key && loaded.delete(name);
    // A missing key may be made by another process.
    key.then((found) => found ?? forget(), forget);
    return key;
  }
}

const KEY_BYTES = 32;

async function readKey(path: string): Promise<AesKey | null> {
  const bytes = await readOrNull(path);
  return bytes === null ? null : await importWebCryptoKey(bytes);
}

async function readOrNull(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await readFile(path));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** Encodes names of secrets as file names for every file system, including case-insensitive ones. */
function hexOf(name: string): string {
  return Buffer.from(name, "utf8").toString("hex");
}

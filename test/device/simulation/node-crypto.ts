import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import type { Digest } from "../../../contract/digest.ts";
import type { Aes, AesKey, Vault } from "../../../device/ports/vault.ts";

/** SHA-256 without a turn of the event loop, so that a history is the same each time it is played. */
export const nodeDigest: Digest = (bytes) =>
  new Uint8Array(createHash("sha256").update(bytes).digest());

/** AES-256-GCM without a turn of the event loop. */
export const nodeAes: Aes = {
  async seal(key, content, label) {
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv("aes-256-gcm", bytesOf(key), nonce).setAAD(Buffer.from(label));
    const sealed = Buffer.concat([cipher.update(content), cipher.final()]);
    return new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), sealed]));
  },
  async open(key, sealed, label) {
    try {
      const decipher = createDecipheriv("aes-256-gcm", bytesOf(key), sealed.subarray(0, NONCE));
      decipher.setAAD(Buffer.from(label)).setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
      const content = [decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()];
      return new Uint8Array(Buffer.concat(content));
    } catch {
      return null;
    }
  },
};

/**
 * Leaves content readable, but opens it only with its key and label. With it a history sees every word that a row
 * holds, so a row that a purge forgot is found although its key is gone.
 */
export const clearAes: Aes = {
  seal: async (key, content, label) =>
    new Uint8Array(Buffer.concat([Buffer.from(`${frameOf(key, label)}\n`), content])),
  async open(key, sealed, label) {
    const frame = Buffer.from(`${frameOf(key, label)}\n`);
    const isWhole = Buffer.compare(sealed.subarray(0, frame.length), frame) === 0;
    return isWhole ? sealed.subarray(frame.length) : null;
  },
};

/** A vault in memory, whose keys are random bytes. */
export function makeNodeVault(): NodeVault {
  const secrets = new Map<string, string>();
  const keys = new Map<string, AesKey>();
  return {
    keyNames: () => [...keys.keys()],
    read: async (name) => secrets.get(name) ?? null,
    async write(name, secret) {
      secrets.set(name, secret);
    },
    async remove(name) {
      secrets.delete(name);
    },
    key: async (name) => keys.get(name) ?? null,
    async makeKey(name) {
      const key = keys.get(name) ?? newKey();
      keys.set(name, key);
      return key;
    },
    async removeKey(name) {
      keys.delete(name);
    },
  };
}

/** A vault that lists its keys. */
export interface NodeVault extends Vault {
  keyNames(): readonly string[];
}

const NONCE = 12;
const TAG = 16;

const keyBytes = new WeakMap<AesKey, Buffer>();

function newKey(): AesKey {
  const key: unknown = Object.freeze({});
  if (!isKey(key)) throw new TypeError("A key is an object");
  keyBytes.set(key, randomBytes(32));
  return key;
}

/** The library never looks into a key. */
function isKey(key: unknown): key is AesKey {
  return typeof key === "object";
}

function bytesOf(key: AesKey): Buffer {
  const bytes = keyBytes.get(key);
  if (bytes === undefined) throw new Error("The key belongs to another vault");
  return bytes;
}

/** The first characters of everything that `clearAes` seals with a key. */
export function keyFrame(key: AesKey): string {
  return bytesOf(key).toString("hex").slice(0, 16);
}

/** Whether the rows of a history are readable. Three of four are, because a real cipher takes longer. */
export function isReadable(seed: number): boolean {
  return seed % 4 !== 0;
}

function frameOf(key: AesKey, label: string): string {
  return `${keyFrame(key)} ${label}`;
}

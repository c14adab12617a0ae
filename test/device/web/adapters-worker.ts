import { openIndexedDbVault } from "../../../device/adapters/web/indexed-db-vault.ts";
import { openOpfsFiles } from "../../../device/adapters/web/opfs-files.ts";
import { openOpfsSql } from "../../../device/adapters/web/opfs-sql.ts";
import { storageFacts } from "../../../device/adapters/web/storage-facts.ts";
import { webCryptoAes } from "../../../device/adapters/web-crypto/web-crypto-aes.ts";
import { SqlFault } from "../../../device/ports/sql.ts";

/** Runs in a dedicated worker of a browser: what a test calls there, by names in the worker's global scope. */
Object.assign(globalThis, {
  openOpfsFiles,
  openOpfsSql,
  openIndexedDbVault,
  storageFacts,
  webCryptoAes,
  utf8: (text: string) => new TextEncoder().encode(text),
  bytes: (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)),
  /** The outcome of a call as JSON, with bytes as base64. */
  async outcome(call: () => Promise<unknown>): Promise<string> {
    try {
      return JSON.stringify({ value: await call() }, withBase64);
    } catch (error) {
      const kind = error instanceof SqlFault ? error.kind : null;
      return JSON.stringify({ message: String(error), kind });
    }
  },
});

function withBase64(_key: string, value: unknown): unknown {
  if (value === undefined) return null;
  if (!(value instanceof Uint8Array)) return value;
  return { base64: btoa(value.reduce((text, byte) => text + String.fromCharCode(byte), "")) };
}

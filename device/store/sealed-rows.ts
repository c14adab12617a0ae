import { canonicalForm } from "../../contract/canonical-form.ts";
import type { Aes, Vault } from "../ports/vault.ts";

/**
 * Seals and opens the content of rows with the keys of their scope. Each scope has two keys: one for its cache and one
 * for its queue, because a purge order may destroy the first and keep the second (docs/rooms/sync.md#purge-orders).
 */
export function sealedRows(vault: Vault, aes: Aes): SealedRows {
  return {
    async seal(keyName, label, content) {
      const key = await vault.makeKey(keyName);
      return await aes.seal(key, new TextEncoder().encode(canonicalForm(content)), label);
    },
    async open(keyName, label, sealed) {
      const key = await vault.key(keyName);
      const bytes = key === null ? null : await aes.open(key, sealed, label);
      return bytes === null ? null : { content: JSON.parse(new TextDecoder().decode(bytes)) };
    },
  };
}

/** Content of rows, sealed. */
export interface SealedRows {
  /** @param label table and key of the row: its content opens nowhere else. */
  seal(keyName: string, label: string, content: unknown): Promise<Uint8Array>;
  /** @returns null if the key is gone or the row is damaged. */
  open(
    keyName: string,
    label: string,
    sealed: Uint8Array,
  ): Promise<{ readonly content: unknown } | null>;
}

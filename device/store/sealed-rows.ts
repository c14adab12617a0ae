import { canonicalForm } from "../../contract/canonical-form.ts";
import { utf8Text } from "../utf8-text.ts";
import type { Aes } from "../ports/vault.ts";
import { type KeyPorts, keyToSeal } from "./key-to-seal.ts";

/**
 * Seals and opens the content of rows with the keys of their scope. Each scope has one key for its cache and one for
 * its queue. A purge order may destroy the first and keep the second (docs/rooms/sync.md#purge-orders).
 */
export function sealedRows(ports: KeyPorts & { readonly aes: Aes }): SealedRows {
  const { vault, aes } = ports;
  return {
    async makeKey(keyName) {
      await vault.makeKey(keyName);
    },
    async seal(keyName, label, content) {
      const key = await keyToSeal(ports, keyName);
      return await aes.seal(key, new TextEncoder().encode(canonicalForm(content)), label);
    },
    async open(keyName, label, sealed) {
      const key = await vault.key(keyName);
      const bytes = key === null ? null : await aes.open(key, sealed, label);
      if (bytes === null) return null;
      const content: unknown = JSON.parse(utf8Text(bytes));
      return isSealedUnder(label, content) ? { content } : null;
    },
  };
}

/** Content of rows, sealed. */
export interface SealedRows {
  /** Makes the key of a scope that the caller is about to insert. */
  makeKey(keyName: string): Promise<void>;
  /**
   * Instants are stored as texts.
   *
   * @throws SqlFault UNEXPECTED if a purge closed the scope of the key.
   */
  seal<Content>(keyName: string, label: Label<Content>, content: Content): Promise<Uint8Array>;
  /** @returns null if the key is gone or the row is damaged. */
  open<Content>(
    keyName: string,
    label: Label<Content>,
    sealed: Uint8Array,
  ): Promise<{ readonly content: Content } | null>;
}

declare const sealedContent: unique symbol;

/** Table and key of a row, to which its content is bound, with the type of that content. */
export type Label<Content> = string & { readonly [sealedContent]?: Content };

/** The seal proves that this library wrote the content under this label, so it has the label's type. */
function isSealedUnder<Content>(label: Label<Content>, content: unknown): content is Content {
  return label !== "" && content !== undefined;
}

/**
 * Secure storage of the platform: Keychain, Keystore, or the browser's key store. Nothing in it is part of a backup of
 * the phone, so a copied database arrives without its keys (docs/rooms/device.md#stores).
 */
export interface Vault {
  /** A secret text, such as the installation id or a refresh token; null if there is none. */
  read(name: string): Promise<string | null>;
  write(name: string, secret: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** A key by its name; null if it was never made, was removed, or stayed behind when the database was copied. */
  key(name: string): Promise<AesKey | null>;
  /** Makes a key, or returns the one of this name. */
  makeKey(name: string): Promise<AesKey>;
  /** Destroys a key for good: everything sealed with it is unreadable from now on. */
  removeKey(name: string): Promise<void>;
}

declare const aesKey: unique symbol;

/** A key of AES-256-GCM, as the platform represents it; its bytes may be out of reach. */
export interface AesKey {
  readonly [aesKey]: true;
}

/** AES-256-GCM. */
export interface Aes {
  /**
   * Seals bytes with a random nonce of 96 bits, which leads the result.
   *
   * @param label authenticated with the content: a row moved to another place does not open there.
   */
  seal(key: AesKey, content: Uint8Array, label: string): Promise<Uint8Array>;
  /** @returns null if the key, the label or the content is not the one it was sealed with. */
  open(key: AesKey, sealed: Uint8Array, label: string): Promise<Uint8Array | null>;
}

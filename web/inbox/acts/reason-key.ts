/**
 * The meaning of a key in a list of reasons: a digit chooses one, Ctrl Enter sends. Null for any other key, and for a
 * digit that is typed into the note.
 */
export function reasonKey(pressed: PressedKey, { count, isTyping }: ReasonList): ReasonKey | null {
  const { key, ctrlKey, metaKey, altKey } = pressed;
  if (key === "Enter" && (ctrlKey || metaKey)) return { kind: "SEND" };
  if (isTyping || ctrlKey || metaKey || altKey || !/^[1-9]$/.test(key)) return null;
  const at = Number(key) - 1;
  return at < count ? { kind: "CHOOSE", at } : null;
}

/** Result of `reasonKey`. */
export type ReasonKey =
  | { readonly kind: "SEND" }
  /** The place of the reason in the list. */
  | { readonly kind: "CHOOSE"; readonly at: number };

interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

interface ReasonList {
  readonly count: number;
  /** The focus is in the note. */
  readonly isTyping: boolean;
}

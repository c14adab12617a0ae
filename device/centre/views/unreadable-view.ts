import type { LostKind } from "../texts/types.ts";
import type { Unreadable } from "../types.ts";
import { spokenIn } from "./spoken.ts";
import type { CentreLanguage, ReadAt, UnreadableView } from "./types.ts";

/** Unreadable drafts and acts in words: their kind, the consequence, and the next step of the person. */
export function unreadableView(
  language: CentreLanguage,
  unreadable: readonly Unreadable[],
  at: ReadAt,
): UnreadableView {
  const { phrases, written } = spokenIn(language, at);
  const { title, why, kinds, discard } = phrases.lost;
  return {
    title,
    why,
    discard,
    items: unreadable.map(({ id, type, createdAt }) => ({
      id,
      made: phrases.made(written.time(createdAt)),
      ...(isLostKind(kinds, type) ? kinds[type] : kinds.OTHER),
    })),
  };
}

/** A later version of the library may have stored another kind. */
function isLostKind(kinds: Readonly<Record<LostKind, unknown>>, type: string): type is LostKind {
  return Object.hasOwn(kinds, type);
}

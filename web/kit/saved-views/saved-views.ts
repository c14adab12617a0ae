/**
 * Views that a coach has named: filters by code, order and view of a list. They stay in this browser, so nothing in
 * them may say who a client is. A saved view is a link: the address alone says what a list shows.
 */
export interface SavedView {
  readonly id: string;
  readonly room: SavedRoom;
  readonly name: string;
  /** Parts of the address, by name. */
  readonly codes: Codes;
}

/** The lists whose views can be saved. */
export const SAVED_ROOMS = ["inbox", "clients"] as const;
export type SavedRoom = (typeof SAVED_ROOMS)[number];

export type Codes = Readonly<Record<string, string>>;

/** Limits of what a browser keeps for a person in a workspace. */
export const SAVED_LIMITS = { views: 20, name: 40 } as const;

/** The views of a stored text. Entries of another version that this one cannot follow are left out. */
export function parseSavedViews(text: string | null): readonly SavedView[] {
  if (text === null) return [];
  try {
    const found: unknown = JSON.parse(text);
    return Array.isArray(found) ? found.flatMap(viewOf).slice(0, SAVED_LIMITS.views) : [];
  } catch {
    return [];
  }
}

/** The saved view that shows the same as the address; null if none does. */
export const shownView = (views: readonly SavedView[], codes: Codes): SavedView | null =>
  views.find((view) => isSame(view.codes, codes)) ?? null;

/** The views with one more, or with another name for a view that is there. */
export function withView(views: readonly SavedView[], saved: SavedView): readonly SavedView[] {
  const isKnown = views.some(({ id }) => id === saved.id);
  return isKnown ? views.map((view) => (view.id === saved.id ? saved : view)) : [...views, saved];
}

/**
 * Why a name cannot be used; null if it can. It is stored on the disk of the computer, so it must not contain a contact
 * or the name of a shown client.
 */
export function faultOfName(name: string, { others, clientNames }: NameChecks): NameFault | null {
  const words = wordsOf(name);
  if (words.length === 0) return "EMPTY";
  if (name.includes("@") || (name.match(/\d/g) ?? []).length >= CONTACT_DIGITS) return "CONTACT";
  const whole = words.join(" ");
  if (others.some((other) => wordsOf(other).join(" ") === whole)) return "TAKEN";
  const parts = new Set(clientNames.flatMap(wordsOf).filter((part) => part.length >= NAME_LETTERS));
  return words.some((word) => parts.has(word)) ? "CLIENT" : null;
}

/** Why a name is refused. */
export type NameFault = "EMPTY" | "CONTACT" | "TAKEN" | "CLIENT";

interface NameChecks {
  /** Names of the other saved views of the list. */
  readonly others: readonly string[];
  readonly clientNames: readonly string[];
}

/** Digits that make a telephone number. */
const CONTACT_DIGITS = 6;
/** A shorter part of a name is too common to be one. */
const NAME_LETTERS = 3;

/** Words without case and accents. */
const wordsOf = (text: string): readonly string[] =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

function isSame(one: Codes, other: Codes): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => one[name] === other[name]);
}

function viewOf(found: unknown): readonly SavedView[] {
  if (typeof found !== "object" || found === null) return [];
  if (!("id" in found && "room" in found && "name" in found && "codes" in found)) return [];
  const { id, name, codes } = found;
  const room = SAVED_ROOMS.find((known) => known === found.room);
  if (typeof id !== "string" || typeof name !== "string" || room === undefined) return [];
  if (typeof codes !== "object" || codes === null) return [];
  return [{ id, room, name: name.slice(0, SAVED_LIMITS.name), codes: codesOf(codes) }];
}

/** Only what looks like a code or an id: no text that somebody typed. */
const codesOf = (found: object): Codes =>
  Object.fromEntries(
    Object.entries(found).flatMap(([name, value]) =>
      typeof value === "string" && CODE.test(value) ? [[name, value]] : [],
    ),
  );

const CODE = /^[\w-]{1,40}$/;

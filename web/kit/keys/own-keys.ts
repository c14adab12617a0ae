/** The letters that acts of the console have. Every other letter is free. */
export const LETTERS: readonly string[] = "a c d e f g h i j k m n o p q r s u v w x z".split(" ");

/** Letters that a person has moved: from the console's letter to their own. It is a bijection with the others. */
export type OwnKeys = ReadonlyMap<string, string>;

/** The letter that a person presses for a letter of the console. */
export const pressedFor = (own: OwnKeys, letter: string): string => own.get(letter) ?? letter;

/**
 * Gives a letter of the console another one.
 *
 * @returns the new keys; null if another act has the letter, or if it is none from a to z.
 */
export function moveKey(own: OwnKeys, letter: string, wanted: string): OwnKeys | null {
  if (!/^[a-z]$/.test(wanted) || isTaken(own, letter, wanted)) return null;
  const others = [...own].filter(([moved]) => moved !== letter);
  return new Map(wanted === letter ? others : [...others, [letter, wanted]]);
}

/** A pressed key as the console names it. Null for a letter whose act was moved away. */
export function consoleKey(own: OwnKeys, name: string): string | null {
  const [, shift = "", pressed] = /^(Shift )?([a-z])$/i.exec(name) ?? [];
  if (pressed === undefined) return name;
  const lower = pressed.toLowerCase();
  const letter = LETTERS.find((known) => pressedFor(own, known) === lower);
  if (letter === undefined) return own.has(lower) ? null : name;
  return `${shift}${shift === "" ? letter : letter.toUpperCase()}`;
}

/** The keys of an act, such as `g i` or `Shift H`, as the person presses them. Those with Ctrl or Alt never move. */
export function ownKeys(own: OwnKeys, keys: string): string {
  if (own.size === 0 || /\b(?:Ctrl|Alt)\b/.test(keys)) return keys;
  const moved = (letter: string) => pressedFor(own, letter);
  return keys
    .split(" ")
    .map((key) => (/^[A-Z]$/.test(key) ? moved(key.toLowerCase()).toUpperCase() : moved(key)))
    .join(" ");
}

/** Keys that were moved in this browser. Entries of another version that this one cannot follow are dropped. */
export function readOwnKeys(): OwnKeys {
  try {
    return parseOwnKeys(localStorage.getItem(NAME) ?? "");
  } catch {
    return new Map();
  }
}

/** Keeps the keys. Where storage is refused, they count until the page is left. */
export function keepOwnKeys(own: OwnKeys): void {
  try {
    if (own.size === 0) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, [...own].map((pair) => pair.join("")).join(" "));
  } catch {
    // The page goes on with the keys in memory.
  }
}

/** Reads pairs such as `eb`: the act of E is on B. */
export function parseOwnKeys(text: string): OwnKeys {
  const pairs = [...text.matchAll(/\b([a-z])([a-z])\b/g)].flatMap(([, letter, wanted]) =>
    letter !== undefined && wanted !== undefined && LETTERS.includes(letter)
      ? [[letter, wanted] as const]
      : [],
  );
  const all = new Map(pairs);
  return new Map([...all].filter(([letter, wanted]) => !isTaken(all, letter, wanted)));
}

const isTaken = (own: OwnKeys, letter: string, wanted: string): boolean =>
  LETTERS.some((other) => other !== letter && pressedFor(own, other) === wanted);

const NAME = "own-keys";

import { type OwnKeys, consoleKey } from "./own-keys.ts";

/**
 * Reads keys and runs what they are bound to. Bindings come in layers: the newest layer that knows a key wins, and a
 * modal layer hides all below it. A binding is one key (`"e"`, `"Shift H"`, `"Ctrl K"`) or a sequence (`"g i"`).
 *
 * Single letters stop inside text fields, and can be turned off (WCAG 2.1.4); keys with Ctrl, and Escape, stay.
 */
export function openKeyMap(now: () => number): KeyMap {
  let layers: readonly KeyLayer[] = [];
  let begun: { readonly name: string; readonly at: number } | null = null;
  const listeners = new Set<() => void>();
  const change = (changed: readonly KeyLayer[]) => {
    layers = changed;
    for (const listener of listeners) listener();
  };
  const map: KeyMap = {
    hasLetters: true,
    own: new Map(),
    add(layer) {
      change(layer.isBelowAll === true ? [layer, ...layers] : [...layers, layer]);
      return () => change(layers.filter((other) => other !== layer));
    },
    layers: () => layersInForce(layers),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    press(event) {
      const pressed = nameOf(event);
      if (event.isComposing || pressed === null) return false;
      if (isLetter(pressed) && (event.isTyping || !map.hasLetters)) return false;
      const name = consoleKey(map.own, pressed);
      if (name === null) return false;
      const inForce = layersInForce(layers);
      const isFresh = begun !== null && now() - begun.at < SEQUENCE_MS;
      const sequence = isFresh ? findBinding(inForce, `${begun?.name} ${name}`) : null;
      const binding = sequence ?? findBinding(inForce, name);
      begun = binding === null && beginsSequence(inForce, name) ? { name, at: now() } : null;
      binding?.run();
      return binding !== null || begun !== null;
    },
  };
  return map;
}

/** The keys of a page. */
export interface KeyMap {
  /** Whether single letters act; the person's setting. */
  hasLetters: boolean;
  /** Letters that the person has moved. */
  own: OwnKeys;
  /** Adds a layer on top. Returns what removes it. */
  readonly add: (layer: KeyLayer) => () => void;
  /** The layers in force, from the top. */
  readonly layers: () => readonly KeyLayer[];
  readonly subscribe: (listener: () => void) => () => void;
  /** Handles a key press. Returns true if the browser must not act on it too. */
  readonly press: (event: KeyPress) => boolean;
}

/** A group of bindings, such as those of a list. */
export interface KeyLayer {
  readonly bindings: readonly KeyBinding[];
  /** Hides every layer below, as a dialog does. */
  readonly isModal?: boolean;
  /**
   * Lies below all others, whenever it was added: the page in the frame may give one of the frame's keys to its own
   * act.
   */
  readonly isBelowAll?: boolean;
}

/** Keys that are bound to an act. */
export interface KeyBinding {
  /** Each of these keys does it; the first is shown. */
  readonly keys: readonly [string, ...string[]];
  /** Name of the act, in the reader's language. */
  readonly label: string;
  readonly run: () => void;
  /** Shown in the key bar. */
  readonly isShown?: boolean;
  /** The act is not possible now; the key then does nothing. */
  readonly isOff?: boolean;
}

/** The part of a keyboard event that counts. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly isComposing: boolean;
  /** The focus is in a text field. */
  readonly isTyping: boolean;
}

/** The newest modal layer hides every layer below it. */
function layersInForce(layers: readonly KeyLayer[]): readonly KeyLayer[] {
  const modal = layers.findLastIndex(({ isModal }) => isModal === true);
  return (modal < 0 ? layers : layers.slice(modal)).toReversed();
}

/** The binding of a key; null if no layer has one, or if its act is not possible now. */
function findBinding(layers: readonly KeyLayer[], name: string): KeyBinding | null {
  const bound = layers.flatMap(({ bindings }) =>
    bindings.filter(({ keys }) => keys.includes(name)),
  );
  const [first = null] = bound;
  return first?.isOff === true ? null : first;
}

function beginsSequence(layers: readonly KeyLayer[], name: string): boolean {
  if (MODIFIER.test(name)) return false;
  return layers.some(({ bindings }) =>
    bindings.some(({ keys }) => keys.some((key) => key.startsWith(`${name} `))),
  );
}

const SEQUENCE_MS = 1500;
const MODIFIER = /^(?:Ctrl|Alt|Shift) /;

/** Name of a pressed key: `e`, `Shift H`, `Ctrl K`, `Enter`; null for a modifier alone. */
function nameOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string | null {
  if (["Control", "Shift", "Alt", "Meta", "Dead"].includes(key)) return null;
  const isCharacter = key.length === 1;
  // With Shift, a sign such as "?" is its own name; only letters keep the modifier.
  const isUpper = shiftKey && (!isCharacter || key.toLowerCase() !== key.toUpperCase());
  const hasModifier = ctrlKey || metaKey || altKey || isUpper;
  const plain = key === " " ? "Space" : key;
  const named = isCharacter && key !== " " ? casedBy(hasModifier, plain) : plain;
  const parts = [
    ctrlKey || metaKey ? "Ctrl" : "",
    altKey ? "Alt" : "",
    isUpper ? "Shift" : "",
    named,
  ];
  return parts.filter((part) => part !== "").join(" ");
}

const casedBy = (isUpper: boolean, key: string) =>
  isUpper ? key.toUpperCase() : key.toLowerCase();

/** A single character without Ctrl or Alt: the kind of shortcut that must not act while a person types. */
const isLetter = (name: string): boolean => !/^(?:Ctrl|Alt) /.test(name) && !NAMED.has(name);

const NAMED: ReadonlySet<string> = new Set(["Escape", "F8"]);

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, jest, test } from "@jest/globals";
import { openKeyMap } from "../../../web/kit/keys/key-map.ts";
import {
  LETTERS,
  consoleKey,
  moveKey,
  ownKeys,
  parseOwnKeys,
} from "../../../web/kit/keys/own-keys.ts";
import { messages } from "../../../web/texts/en/index.ts";

const WEB = fileURLToPath(new URL("../../../web/", import.meta.url));
const none = new Map<string, string>();
const moved = new Map([["e", "y"]]);

/** Letters that pages bind or show on buttons, but not those with Ctrl or Alt. */
function boundLetters(): ReadonlySet<string> {
  const sources = readdirSync(WEB, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/^(?:texts|api)/.test(file))
    .map((file) => readFileSync(`${WEB}${file}`, "utf8"));
  const named = sources.flatMap((text) =>
    [...text.matchAll(/keys[=:]\s*\[?((?:"[^"]+"(?:,\s*)?)+)/g)].flatMap(([, names = ""]) =>
      [...names.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name),
    ),
  );
  const plain = named.filter((name) => !/Ctrl|Alt/.test(name)).flatMap((name) => name.split(" "));
  return new Set(plain.filter((key) => /^[a-z]$/i.test(key)).map((key) => key.toLowerCase()));
}

describe("Moving a letter", () => {
  test("works for every letter that a page binds, each with a sentence about its act", () => {
    expect([...boundLetters()].filter((letter) => !LETTERS.includes(letter))).toEqual([]);
    for (const letter of LETTERS)
      expect(Object.keys(messages)).toContain(`settings.letter.${letter}`);
  });

  test("to one that another act has is refused, until that act is moved away", () => {
    expect(moveKey(none, "h", "e")).toBeNull();
    expect(moveKey(moved, "h", "e")).toEqual(new Map([...moved, ["h", "e"]]));
    expect(moveKey(moved, "h", "y")).toBeNull();
    expect([moveKey(none, "h", "1"), moveKey(none, "h", "?"), moveKey(none, "h", "")]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test("back to its own place leaves nothing behind", () => {
    expect(moveKey(moved, "e", "e")).toEqual(none);
  });

  test("binds the act to its new letter alone, with Shift too, and leaves keys with Ctrl", () => {
    expect(consoleKey(moved, "y")).toBe("e");
    expect(consoleKey(moved, "e")).toBeNull();
    expect(consoleKey(new Map([["h", "b"]]), "Shift B")).toBe("Shift H");
    expect(["Ctrl E", "Alt W", "Enter", "?", "t"].map((key) => consoleKey(moved, key))).toEqual([
      "Ctrl E",
      "Alt W",
      "Enter",
      "?",
      "t",
    ]);
  });

  test("changes the shown keys to those that the person presses, in sequences too", () => {
    const own = new Map([
      ["g", "t"],
      ["h", "b"],
    ]);
    expect(["g i", "Shift H", "Ctrl H", "Enter"].map((keys) => ownKeys(own, keys))).toEqual([
      "t i",
      "Shift B",
      "Ctrl H",
      "Enter",
    ]);
  });

  test("lets the key map run the act, and its old letter do nothing", () => {
    const map = openKeyMap(() => 0);
    map.own = moved;
    const run = jest.fn();
    map.add({ bindings: [{ keys: ["e"], label: "resolve", run }] });
    const press = (key: string) =>
      map.press({
        key,
        ctrlKey: false,
        metaKey: false,
        altKey: false,
        shiftKey: false,
        isComposing: false,
        isTyping: false,
      });
    expect([press("e"), press("y")]).toEqual([false, true]);
    expect(run).toHaveBeenCalledTimes(1);
  });

  test("survives a reload with exchanged letters, but not with keys that this version cannot follow", () => {
    expect(parseOwnKeys("ey bz eh1 ??")).toEqual(moved);
    expect(parseOwnKeys("ez")).toEqual(none);
    expect(parseOwnKeys("eh he")).toEqual(
      new Map([
        ["e", "h"],
        ["h", "e"],
      ]),
    );
  });
});

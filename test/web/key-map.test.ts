import { describe, expect, jest, test } from "@jest/globals";
import { type KeyPress, openKeyMap } from "../../web/kit/keys/key-map.ts";

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  isTyping: false,
  ...more,
});

describe("the keys of a page", () => {
  test("the newest layer that knows a key runs it, and a modal layer hides those below", () => {
    const map = openKeyMap(() => 0);
    const [below, above] = [jest.fn(), jest.fn()];
    map.add({ bindings: [{ keys: ["e"], label: "resolve", run: below }] });
    const remove = map.add({
      bindings: [{ keys: ["x"], label: "close", run: above }],
      isModal: true,
    });
    expect(map.press(press("e"))).toBe(false);
    remove();
    expect(map.press(press("e"))).toBe(true);
    expect([below.mock.calls.length, above.mock.calls.length]).toEqual([1, 0]);
  });

  test("a key of the lowest layer runs only if no other layer knows it, also if that layer was added last", () => {
    const map = openKeyMap(() => 0);
    const [frame, page] = [jest.fn(), jest.fn()];
    const remove = map.add({ bindings: [{ keys: ["/"], label: "find", run: page }] });
    map.add({ bindings: [{ keys: ["/"], label: "search", run: frame }], isBelowAll: true });
    map.press(press("/"));
    remove();
    map.press(press("/"));
    expect([frame.mock.calls.length, page.mock.calls.length]).toEqual([1, 1]);
  });

  test("a sequence runs only if its second key follows soon", () => {
    let now = 0;
    const map = openKeyMap(() => now);
    const run = jest.fn();
    map.add({ bindings: [{ keys: ["g i"], label: "inbox", run }] });
    map.press(press("g"));
    now = 2_000;
    map.press(press("i"));
    map.press(press("g"));
    map.press(press("i"));
    expect(run).toHaveBeenCalledTimes(1);
  });

  test("single letters stop inside text fields and when they are turned off; Ctrl and Escape stay", () => {
    const map = openKeyMap(() => 0);
    const run = jest.fn();
    map.add({ bindings: [{ keys: ["e", "Ctrl K", "Escape"], label: "act", run }] });
    expect(map.press(press("e", { isTyping: true }))).toBe(false);
    map.hasLetters = false;
    expect(map.press(press("e"))).toBe(false);
    expect(map.press(press("k", { ctrlKey: true, isTyping: true }))).toBe(true);
    expect(map.press(press("Escape", { isTyping: true }))).toBe(true);
    expect(run).toHaveBeenCalledTimes(2);
  });

  test("Shift distinguishes letters, but a sign that needs Shift keeps its own name", () => {
    const map = openKeyMap(() => 0);
    const [snooze, help] = [jest.fn(), jest.fn()];
    map.add({
      bindings: [
        { keys: ["Shift H"], label: "show snoozed", run: snooze },
        { keys: ["?"], label: "help", run: help },
      ],
    });
    map.press(press("H", { shiftKey: true }));
    map.press(press("?", { shiftKey: true }));
    expect([snooze.mock.calls.length, help.mock.calls.length]).toEqual([1, 1]);
  });

  test("a key whose act is off does nothing, and does not reach the layer below", () => {
    const map = openKeyMap(() => 0);
    const run = jest.fn();
    map.add({ bindings: [{ keys: ["d"], label: "dismiss", run }] });
    map.add({ bindings: [{ keys: ["d"], label: "dismiss", run, isOff: true }] });
    expect(map.press(press("d"))).toBe(false);
    expect(run).not.toHaveBeenCalled();
  });
});

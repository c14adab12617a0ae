import { expect, test } from "@jest/globals";
import { fittingCount } from "../../../web/inbox/acts/fitting-count.ts";
import { reasonKey } from "../../../web/inbox/acts/reason-key.ts";

const row = { widths: [100, 80, 80, 80], gap: 8, more: 32 };

test("all buttons stand in the row if they fit, without the place of a menu", () => {
  expect(fittingCount({ ...row, available: 364 })).toBe(4);
});

test("what does not fit goes into the menu, whose button needs its place too", () => {
  expect(fittingCount({ ...row, available: 363 })).toBe(3);
  expect(fittingCount({ ...row, available: 315 })).toBe(2);
});

test("the next step always stays in the row", () => {
  expect(fittingCount({ ...row, available: 20 })).toBe(1);
  expect(fittingCount({ ...row, widths: [100], available: 20 })).toBe(1);
});

const press = (key: string, more = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});
const list = { count: 4, isTyping: false };

test("a digit chooses the reason of its place, and no other", () => {
  expect(reasonKey(press("2"), list)).toEqual({ kind: "CHOOSE", at: 1 });
  for (const key of ["0", "5", "a", "Enter"]) expect(reasonKey(press(key), list)).toBeNull();
});

test("a digit that belongs to a note or to the browser chooses nothing", () => {
  expect(reasonKey(press("2"), { ...list, isTyping: true })).toBeNull();
  expect(reasonKey(press("2", { ctrlKey: true }), list)).toBeNull();
});

test("Ctrl Enter sends from the list and from the note, as does the Command key of a Mac", () => {
  const send = { kind: "SEND" };
  expect(reasonKey(press("Enter", { ctrlKey: true }), list)).toEqual(send);
  expect(reasonKey(press("Enter", { metaKey: true }), { ...list, isTyping: true })).toEqual(send);
});

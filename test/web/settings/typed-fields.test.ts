import { describe, expect, test } from "@jest/globals";
import {
  NOTHING_TYPED,
  type Typed,
  isBehind,
  isTyped,
  settled,
  withField,
} from "../../../web/settings/kit/typed-fields.ts";

const stored = { name: "Harbour", bio: "Runs" };
type Form = typeof stored;

const type = (typed: Typed<Form>, field: keyof Form, value: string) =>
  withField(typed, { field, value, stored });

describe("typed fields of the settings", () => {
  test("a field remembers what the store had when typing began, and follows the store again with its value", () => {
    const typed = type(type(NOTHING_TYPED, "name", "Quay"), "name", "Quay 2");
    expect(typed).toEqual({ fields: { name: "Quay 2" }, over: { name: "Harbour" } });
    expect(type(typed, "name", "Harbour")).toEqual(NOTHING_TYPED);
  });

  test("a field that somebody else saved meanwhile is a conflict, unless both typed the same or it was not touched", () => {
    const typed = type(NOTHING_TYPED, "name", "Quay");
    expect(isBehind(typed, stored)).toBe(false);
    expect(isBehind(typed, { ...stored, bio: "Rows" })).toBe(false);
    expect(isBehind(typed, { ...stored, name: "Quay" })).toBe(false);
    expect(isBehind(typed, { ...stored, name: "Port" })).toBe(true);
  });

  test("what was typed while a save was under way stays, and is no conflict with it", () => {
    const sent = { name: "Quay" };
    const typed = type(type(NOTHING_TYPED, "name", "Quay West"), "bio", "Rows");
    const left = settled(typed, sent);
    expect(left.fields).toEqual({ name: "Quay West", bio: "Rows" });
    expect(isBehind(left, { name: "Quay", bio: "Runs" })).toBe(false);
    expect(settled(type(NOTHING_TYPED, "name", "Quay"), sent)).toEqual(NOTHING_TYPED);
  });

  test("only kept fields of the same form are restored", () => {
    expect(isTyped({ fields: { name: "Quay" }, over: { name: "Harbour" } }, stored)).toBe(true);
    for (const other of [
      { fields: { title: "Quay" }, over: {} },
      { fields: { name: 1 }, over: {} },
      { fields: { name: "Quay" } },
      "text",
      null,
    ])
      expect(isTyped(other, stored)).toBe(false);
  });
});

import { describe, expect, test } from "@jest/globals";
import {
  type SavedView,
  faultOfName,
  parseSavedViews,
  shownView,
  withView,
} from "../../../web/kit/saved-views/saved-views.ts";

const morning: SavedView = {
  id: "1",
  room: "inbox",
  name: "Morning",
  codes: { view: "workouts", group: "client" },
};
const falling: SavedView = {
  id: "2",
  room: "clients",
  name: "Falling",
  codes: { view: "falling", sort: "NAME", bucket: "AT_RISK" },
};

describe("saved views", () => {
  test("they are read back as they were stored, and a text of another form is read as none", () => {
    const views = [morning, falling];
    expect(parseSavedViews(JSON.stringify(views))).toEqual(views);
    for (const text of [null, "", "{", "{}", "[1, null]", '[{"id": "1", "room": "plans"}]'])
      expect(parseSavedViews(text)).toEqual([]);
  });

  test("a stored text that is no code is left out, and views beyond the twentieth too", () => {
    const codes = { view: "all", q: "Ana Silva", mail: "ana@example.com", long: "x".repeat(41) };
    const [read] = parseSavedViews(JSON.stringify([{ ...morning, codes }]));
    expect(read?.codes).toEqual({ view: "all" });
    const many = Array.from({ length: 30 }, (_, index) => ({ ...morning, id: String(index) }));
    expect(parseSavedViews(JSON.stringify(many))).toHaveLength(20);
  });

  test("the address alone says which saved view is shown", () => {
    expect(shownView([morning, falling], { ...falling.codes })).toBe(falling);
    expect(shownView([morning, falling], { ...falling.codes, status: "ACTIVE" })).toBeNull();
    expect(shownView([morning], { view: "workouts" })).toBeNull();
  });

  test("a view is added at the end, and renamed in its place", () => {
    const renamed = { ...morning, name: "Evening" };
    expect(withView([morning], falling)).toEqual([morning, falling]);
    expect(withView([morning, falling], renamed)).toEqual([renamed, falling]);
  });

  test("a name may be no contact, no other view's name and no client's name, whatever its case and accents", () => {
    const checks = { others: ["Mórning rows"], clientNames: ["Ana Müller-Silva", "Jo Li"] };
    const faultFor = (name: string) => faultOfName(name, checks);
    expect(["", "  ", "!"].map(faultFor)).toEqual(["EMPTY", "EMPTY", "EMPTY"]);
    expect(["a@b.de", "+49 170 12345"].map(faultFor)).toEqual(["CONTACT", "CONTACT"]);
    expect(faultFor("morning  ROWS")).toBe("TAKEN");
    expect(["silva", "For MULLER", "ana’s week"].map(faultFor)).toEqual([
      "CLIENT",
      "CLIENT",
      "CLIENT",
    ]);
    expect(["Analysis", "At risk, 7 days", "Jo"].map(faultFor)).toEqual([null, null, null]);
  });
});

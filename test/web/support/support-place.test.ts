import { describe, expect, test } from "@jest/globals";
import { soughtBy } from "../../../web/support/sought.ts";
import { supportPages } from "../../../web/support/support-pages.ts";
import { supportPlace } from "../../../web/support/support-place.ts";
import { supportSearch } from "../../../web/support/support-search.ts";

const ID = "019a7c1f-4b02-7000-8000-0123456789ab";

describe("the addresses of support", () => {
  test("an address names the search, a list, or one thing by its id; every other one has no page", () => {
    expect(supportPlace(undefined, undefined)).toEqual({ kind: "FIND" });
    expect(supportPlace("quarantine", undefined)).toEqual({ kind: "LIST", list: "quarantine" });
    expect(supportPlace("people", ID)).toEqual({ kind: "ITEM", item: "people", itemId: ID });
    for (const [part, itemId] of [
      ["people", undefined],
      ["quarantine", ID],
      ["secrets", undefined],
      ["constructor", ID],
    ] as const)
      expect(supportPlace(part, itemId)).toBeNull();
  });

  test("a person without the role sees no page of support in the navigation, and only administrators see theirs", () => {
    expect(supportPages(null)).toEqual([]);
    expect(supportPages("support").map(({ part }) => part)).toEqual([
      undefined,
      "quarantine",
      "purge-orders",
    ]);
    expect(supportPages("admin").map(({ part }) => part)).toContain("grants");
  });

  test("only a known filter of a list stays in the address", () => {
    expect(supportSearch({ only: "lost", email: "ana@example.com" })).toEqual({ only: "lost" });
    expect(supportSearch({ only: "all", status: "ACTIVE" })).toEqual({});
    expect(supportSearch({ status: "REJECTED" })).toEqual({ status: "REJECTED" });
  });
});

describe("a text that somebody looks for", () => {
  test("an address and an international number are contacts, as they were typed", () => {
    expect(soughtBy(" Ana@Example.com ")).toEqual({
      kind: "CONTACT",
      contact: { email: "Ana@Example.com" },
    });
    expect(soughtBy("+49 151 2345678")).toEqual({
      kind: "CONTACT",
      contact: { phone: "+49 151 2345678" },
    });
  });

  test("a UUID may be the id of anything; any other id is one of a request", () => {
    expect(soughtBy(ID.toUpperCase())).toEqual({ kind: "ID", id: ID });
    expect(soughtBy("01K9-XQ4M")).toEqual({ kind: "REQUEST", id: "01K9-XQ4M" });
  });

  test("nothing is looked for by an empty text, a name or a number without its country", () => {
    for (const typed of ["", "  ", "Ana Keller", "0151 2345678"])
      expect(soughtBy(typed)).toBeNull();
  });
});

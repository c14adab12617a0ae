import { describe, expect, test } from "@jest/globals";
import {
  NO_REASONS,
  REASON_MS,
  cleanReason,
  endAccess,
  giveReason,
  noteOwner,
  reasonHeader,
  reasonInForce,
} from "../../../web/support/access/access-reason.ts";

const NOW = Date.parse("2026-11-26T08:00:00Z");
const given = giveReason(NO_REASONS, "people:ana", { text: "Ticket 12", now: NOW });
const textFor = (reasons: typeof given, subject: string, now = NOW) =>
  reasonInForce(reasons, subject, now)?.text ?? null;

describe("the reason of looks at a person's records", () => {
  test("a reason counts for 30 minutes and not a millisecond longer", () => {
    expect(textFor(given, "people:ana", NOW + REASON_MS - 1)).toBe("Ticket 12");
    expect(textFor(given, "people:ana", NOW + REASON_MS)).toBeNull();
  });

  test("a reason does not count while the clock says that it comes later", () => {
    expect(textFor(given, "people:ana", NOW - 1)).toBeNull();
  });

  test("a reason for one person counts for no other, and is gone once another one is typed", () => {
    expect(textFor(given, "people:ben")).toBeNull();
    const next = giveReason(given, "people:ben", { text: "Ticket 13", now: NOW });
    expect(textFor(next, "people:ben")).toBe("Ticket 13");
    expect(textFor(next, "people:ana")).toBeNull();
  });

  test("an ended access needs a reason again", () => {
    expect(textFor(endAccess(given), "people:ana")).toBeNull();
  });

  test("the reason of a search counts for the person found, for the rest of its time", () => {
    const sought = giveReason(NO_REASONS, "find:ana@example.com", { text: "Ticket 12", now: NOW });
    const found = noteOwner(sought, ["find:ana@example.com"], "people:ana");
    expect(textFor(found, "people:ana", NOW + REASON_MS - 1)).toBe("Ticket 12");
    expect(textFor(found, "people:ana", NOW + REASON_MS)).toBeNull();
  });

  test("a reason for a person counts for the devices that turned out to be theirs, and for no others", () => {
    const known = noteOwner(given, ["devices:phone"], "people:ana");
    expect(textFor(known, "devices:phone")).toBe("Ticket 12");
    expect(textFor(known, "devices:tablet")).toBeNull();
  });

  test("a reason for a request follows it to its device, and from there to its person", () => {
    const asked = giveReason(NO_REASONS, "requests:r1", { text: "Ticket 12", now: NOW });
    const traced = noteOwner(asked, ["requests:r1"], "devices:phone");
    const owned = noteOwner(traced, ["devices:phone"], "people:ana");
    for (const subject of ["requests:r1", "devices:phone", "people:ana"])
      expect(textFor(owned, subject)).toBe("Ticket 12");
  });

  test("a subject that is named as its own owner changes nothing", () => {
    expect(textFor(noteOwner(given, ["people:ana"], "people:ana"), "people:ana")).toBe("Ticket 12");
  });
});

describe("a typed reason", () => {
  test("is taken without the spaces around it, and refused if it is empty, too long or has a line break", () => {
    expect(cleanReason("  Ticket 12 ")).toBe("Ticket 12");
    for (const typed of ["", "   ", "a\nb", "x".repeat(501)]) expect(cleanReason(typed)).toBeNull();
    expect(cleanReason("x".repeat(500))).toHaveLength(500);
  });

  test("becomes a header of bytes that the API reads as UTF-8 again", () => {
    const reason = "Gerät „doppelt“, Ticket 12 🏋";
    const header = reasonHeader(reason);
    expect(header).toMatch(/^[\x20-\xff]*$/);
    expect(Buffer.from(header, "latin1").toString("utf8")).toBe(reason);
  });
});

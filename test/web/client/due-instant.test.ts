import { expect, test } from "@jest/globals";
import { dueInstant } from "../../../web/client/acts/due-instant.ts";

test("a form is due in the last minute of the date at the client's place, in summer and in winter", () => {
  expect(dueInstant("2026-07-01", "Europe/Berlin")).toBe("2026-07-01T21:59:00.000Z");
  expect(dueInstant("2026-12-01", "Europe/Berlin")).toBe("2026-12-01T22:59:00.000Z");
  expect(dueInstant("2026-12-01", "Pacific/Auckland")).toBe("2026-12-01T10:59:00.000Z");
});

test("on the day that the clock changes, the offset of the evening counts", () => {
  expect(dueInstant("2026-10-25", "Europe/Berlin")).toBe("2026-10-25T22:59:00.000Z");
  expect(dueInstant("2026-03-29", "Europe/Berlin")).toBe("2026-03-29T21:59:00.000Z");
});

import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { undoUntil } from "../../rules/quick-log/actions/undo.ts";
import { undoClosesAt } from "../../rules/quick-log/undo-closes-at.ts";

test.each([
  ["2026-03-01T10:00:00.001Z", "2026-03-02T10:15:00.000Z"],
  ["2026-03-01T10:15:00.000Z", "2026-03-02T10:15:00.000Z"],
  ["2026-03-01T23:59:59.999Z", "2026-03-03T00:00:00.000Z"],
])("A day whose last operation was accepted at %s becomes final at %s", (acceptedAt, finalAt) => {
  expect(undoClosesAt(new Date(acceptedAt))).toEqual(new Date(finalAt));
});

test("A day never becomes final before the undo of its last operation ends, and less than a quarter of an hour after", () => {
  const instants = fc.integer({ min: 0, max: 4_000_000_000_000 });
  fc.assert(
    fc.property(instants, (acceptedAt) => {
      const at = new Date(acceptedAt);
      const lateMs = undoClosesAt(at).getTime() - undoUntil(at).getTime();
      expect(lateMs).toBeGreaterThanOrEqual(0);
      expect(lateMs).toBeLessThan(15 * 60_000);
    }),
  );
});

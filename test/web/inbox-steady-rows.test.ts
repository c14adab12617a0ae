import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { type KeptOrder, nextOrder, steadyRows } from "../../web/inbox/steady-rows.ts";

const page = (...ids: string[]) => ids.map((taskId) => ({ taskId }));
const idsOf = (tasks: readonly { readonly taskId: string }[]) =>
  tasks.map(({ taskId }) => taskId).join("");

/** Reads pages one after another; returns what is shown, and what waits, after the last one. */
function read(...reads: readonly (readonly ReturnType<typeof page>[])[]) {
  const order = reads.reduce<KeptOrder | null>((kept, pages) => nextOrder(kept, pages), null);
  const pages = reads.at(-1);
  if (order === null || pages === undefined) throw new Error("Expected a read");
  const { shown, waiting } = steadyRows(order, pages);
  return [idsOf(shown), idsOf(waiting)];
}

test("A first read shows every row in the server's order", () => {
  expect(read([page("a", "b")])).toEqual(["ab", ""]);
});

test("A row that is new waits, while the others keep their places though the server ranks them anew", () => {
  expect(read([page("a", "b", "c")], [page("n", "c", "a", "b")])).toEqual(["abc", "n"]);
});

test("A row that has gone leaves no gap, and returns to its place after an undo", () => {
  expect(read([page("a", "b", "c")], [page("a", "c")])).toEqual(["ac", ""]);
  expect(read([page("a", "b", "c")], [page("a", "c")], [page("a", "c", "b")])).toEqual(["abc", ""]);
});

test("Rows of a further page follow, and a row that appeared on an earlier page waits", () => {
  expect(read([page("a", "b")], [page("n", "a"), page("b", "c")])).toEqual(["abc", "n"]);
});

test("If no known row is left, the new ones are shown at once", () => {
  expect(read([page("a")], [page("n")])).toEqual(["n", ""]);
});

test("Reading the same rows again keeps the order as it is, whatever was read before, also of an empty inbox", () => {
  const pages = fc.array(
    fc.subarray(["a", "b", "c", "d"]).map((ids) => page(...ids)),
    {
      minLength: 1,
      maxLength: 3,
    },
  );
  fc.assert(
    fc.property(fc.option(pages), pages, (before, now) => {
      const kept = before && nextOrder(null, before);
      const order = nextOrder(kept, now);
      expect(nextOrder(order, now)).toBe(order);
    }),
  );
});

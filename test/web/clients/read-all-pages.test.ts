import { expect, test } from "@jest/globals";
import { readAllPages } from "../../../web/api/read-all-pages.ts";

test("all pages of a list are read in order, each by the cursor of the page before", async () => {
  const pages = new Map([
    [undefined, { items: [1, 2], nextCursor: "next" }],
    ["next", { items: [3], nextCursor: null }],
  ]);
  const read = async ({ cursor }: { readonly cursor?: string }) =>
    await Promise.resolve(pages.get(cursor) ?? { items: [], nextCursor: null });
  expect(await readAllPages<number>(read)).toEqual([1, 2, 3]);
});

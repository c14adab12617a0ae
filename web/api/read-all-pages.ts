/** The items of all pages of a list, in its order. */
export async function readAllPages<Item>(
  read: (cursor: { readonly cursor?: string }) => Promise<Page<Item>>,
): Promise<readonly Item[]> {
  const { items, nextCursor } = await read({});
  const all = [...items];
  let cursor = nextCursor;
  while (cursor !== null) {
    const page: Page<Item> = await read({ cursor });
    all.push(...page.items);
    cursor = page.nextCursor;
  }
  return all;
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

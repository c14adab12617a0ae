/** The board's part of the address: the card with the focus. Anything else is dropped. */
export function boardSearch(search: Readonly<Record<string, unknown>>): BoardSearch {
  const { card } = search;
  return typeof card === "string" && ID.test(card) ? { card } : {};
}

export interface BoardSearch {
  readonly card?: string;
}

const ID = /^[0-9a-f-]{36}$/;

/** The cursor of the first page of a list: none. */
export const firstPage = (): string | null => null;

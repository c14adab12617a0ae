import { scaleTables } from "./scale-tables.ts";

/** The page, relative to the repository. */
export const SCALE_PAGE = "docs/scale.md";

/** The page with its tables computed again. @throws Error if a table has no markers. */
export function withScaleTables(page: string): string {
  return Object.entries(scaleTables()).reduce(
    (text, [name, table]) => putBetweenMarkers(text, { name, table }),
    page,
  );
}

function putBetweenMarkers(
  page: string,
  { name, table }: { readonly name: string; readonly table: string },
): string {
  const [begin, end] = [`<!-- ${name}: written by npm run scale -->`, `<!-- ${name}: end -->`];
  const [before, rest, ...others] = page.split(begin);
  const [, after] = rest?.split(end) ?? [];
  if (before === undefined || after === undefined || others.length > 0)
    throw new Error(`${SCALE_PAGE} has no markers "${begin}" and "${end}", or has them twice.`);
  return `${before}${begin}\n\n${table}\n\n${end}${after}`;
}

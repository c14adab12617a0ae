/**
 * One form's part of the address: the draft, or the versions with the one that is read and the one it is compared with.
 * Anything else is dropped.
 */
export function formSearch(search: Readonly<Record<string, unknown>>): FormSearch {
  const version = numberIn(search["version"]);
  const against = numberIn(search["against"]);
  return {
    ...(search["view"] === "versions" && { view: "versions" }),
    ...(version !== null && { version }),
    ...(against !== null && { against }),
  };
}

export interface FormSearch {
  readonly view?: "versions";
  /** Number of the version that is read. */
  readonly version?: number;
  /** Number of the version that it is compared with. */
  readonly against?: number;
}

function numberIn(value: unknown): number | null {
  return typeof value === "number" && Number.isInteger(value) && value > 0 && value < 2 ** 31
    ? value
    : null;
}

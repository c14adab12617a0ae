/**
 * Where something happened: ` in Strength Room`. The same in both languages. Empty for a workspace that has lost its
 * name, or whose name is that of a person who is named anyway, which is the default.
 */
export function placeOf(workspaceName: string | null, people: readonly (string | null)[]): string {
  const name = workspaceName?.trim() ?? "";
  return name === "" || people.some((person) => person?.trim() === name) ? "" : ` in ${name}`;
}

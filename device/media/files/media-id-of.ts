/** The file that a stored part belongs to. */
export function mediaIdOf(name: string): string {
  return name.split(".")[0] ?? name;
}

/**
 * The result code of SQLite in an error of `expo-sqlite`; null in any other error. The package has it only in the text:
 * on iOS as a number, as in "Error code 13: database or disk is full". On Android it appends the number to a C++
 * string, which makes the character with that number of it.
 */
export function expoSqliteCode(error: unknown): number | null {
  const code = error instanceof Error ? /Error code (\d+|[^\d]):/.exec(error.message)?.[1] : null;
  if (code === undefined || code === null) return null;
  return /^\d+$/.test(code) ? Number(code) : code.charCodeAt(0);
}

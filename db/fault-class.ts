/** Longest class that is kept: SQLSTATE, code or name of an error. */
const LONGEST = 60;

/**
 * Class of a fault, safe to store, log and show to operators: the SQLSTATE of a database error, the
 * code of a refusal or system error, or the error's name. Never its message, which may quote data.
 */
export function faultClassOf(error: unknown): string {
  if (!(error instanceof Error)) return "UNKNOWN";
  const code: unknown = "code" in error ? error.code : undefined;
  if (typeof code !== "string" && typeof code !== "number") return error.name.slice(0, LONGEST);
  const sqlState = /^[0-9A-Z]{5}$/.test(String(code)) && typeof code === "string";
  return (sqlState ? `SQLSTATE_${code}` : String(code)).slice(0, LONGEST);
}

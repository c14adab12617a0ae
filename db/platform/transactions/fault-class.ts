import { Refusal } from "../../../contract/refusal.ts";
import type { FaultKind } from "../../../contract/agenda/withheld/vocabulary.ts";
import { isDatabaseTrouble } from "./transact.ts";

/**
 * Class of a fault, safe to store, log and show to operators. It is the SQLSTATE of a database error, the code of a
 * refusal or system error, or the error's name. Never its message, which may quote data.
 */
export function faultClassOf(error: unknown): string {
  if (!(error instanceof Error)) return "UNKNOWN";
  const code: unknown = "code" in error ? error.code : undefined;
  if (typeof code !== "string" && typeof code !== "number")
    return isNamelessTrouble(error) ? "DATABASE_UNAVAILABLE" : error.name.slice(0, LONGEST);
  const sqlState = /^[0-9A-Z]{5}$/.test(String(code)) && typeof code === "string";
  return (sqlState ? `SQLSTATE_${code}` : String(code)).slice(0, LONGEST);
}

/** Longest stored class: SQLSTATE, code or name of an error. */
const LONGEST = 60;

/** The pool reports a timeout for a connection as a plain Error, whose name would mean nothing to an operator. */
function isNamelessTrouble(error: Error): boolean {
  return error.name === "Error" && isDatabaseTrouble(error);
}

/**
 * The kind of a fault that a single row causes. The database refused its values or constraints (SQLSTATE classes 22 and
 * 23), or a rule threw an error. Null for everything else: a transient database error, a refusal, a faulty statement.
 */
export function rowFaultOf(error: unknown): FaultKind | null {
  if (!(error instanceof Error) || error instanceof Refusal || isDatabaseTrouble(error))
    return null;
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const code: unknown = "code" in cause ? cause.code : undefined;
    if (typeof code !== "string") continue;
    if (/^22[0-9A-Z]{3}$/.test(code)) return "VALUE";
    if (/^23[0-9A-Z]{3}$/.test(code)) return "CONSTRAINT";
    // Errors of the runtime itself, for example for an argument that a rule computed.
    if (!code.startsWith("ERR_")) return null;
  }
  return "RULE";
}

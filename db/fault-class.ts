import { Refusal } from "../contract/refusal.ts";
import type { FaultKind } from "../contract/agenda/vocabulary.ts";
import { isDatabaseTrouble } from "./transact.ts";

/** Longest class that is kept: SQLSTATE, code or name of an error. */
const LONGEST = 60;

/**
 * Class of a fault, safe to store, log and show to operators: the SQLSTATE of a database error, the
 * code of a refusal or system error, or the error's name. Never its message, which may quote data.
 */
export function faultClassOf(error: unknown): string {
  if (!(error instanceof Error)) return "UNKNOWN";
  const code: unknown = "code" in error ? error.code : undefined;
  if (typeof code !== "string" && typeof code !== "number")
    return isNamelessTrouble(error) ? "DATABASE_UNAVAILABLE" : error.name.slice(0, LONGEST);
  const sqlState = /^[0-9A-Z]{5}$/.test(String(code)) && typeof code === "string";
  return (sqlState ? `SQLSTATE_${code}` : String(code)).slice(0, LONGEST);
}

/** The pool says "no connection in time" by a plain Error, which would tell an operator nothing. */
function isNamelessTrouble(error: Error): boolean {
  return error.name === "Error" && isDatabaseTrouble(error);
}

/**
 * How a single row failed by itself: the database refuses its values or constraints (SQLSTATE classes 22 and 23), or a
 * rule threw an error. Null for everything else: trouble of the database, a refusal, a fault of the statement.
 */
export function rowFaultOf(error: unknown): FaultKind | null {
  if (!(error instanceof Error) || error instanceof Refusal || isDatabaseTrouble(error))
    return null;
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const code: unknown = "code" in cause ? cause.code : undefined;
    if (typeof code !== "string") continue;
    if (/^22[0-9A-Z]{3}$/.test(code)) return "VALUE";
    if (/^23[0-9A-Z]{3}$/.test(code)) return "CONSTRAINT";
    // Errors of the runtime itself, e.g. of an argument that a rule computed.
    if (!code.startsWith("ERR_")) return null;
  }
  return "RULE";
}

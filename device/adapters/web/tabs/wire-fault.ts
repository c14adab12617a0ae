import { ActionFault } from "../../../outbox/action-fault.ts";
import { SqlFault } from "../../../ports/sql.ts";
import type { WireFault } from "./messages.ts";

/** An error in the format of the channel. */
export function wireFault(error: unknown): WireFault {
  if (error instanceof ActionFault) return { kind: "ACTION", code: error.code };
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof SqlFault) return { kind: "SQL", fault: error.kind, message };
  return { kind: "OTHER", message };
}

/** The error on the other end of a channel. */
export function errorOf(fault: WireFault): Error {
  switch (fault.kind) {
    case "ACTION":
      return new ActionFault(fault.code);
    case "SQL":
      return new SqlFault(fault.fault, fault.message);
    case "OTHER":
      return new Error(fault.message);
  }
}

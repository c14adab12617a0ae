/** An action that no batch could carry. */
export class ActionFault extends Error {
  readonly code: ActionFaultCode;

  constructor(code: ActionFaultCode) {
    super(`The action cannot be queued: ${code}`);
    this.name = "ActionFault";
    this.code = code;
  }
}

/** Why an action cannot be queued: it would make a whole batch fail. */
export type ActionFaultCode =
  | "TOO_LARGE"
  | "TOO_MANY_SETS"
  | "NOT_JSON"
  | "TYPE_UNKNOWN"
  | "ID_INVALID";

/** An action that cannot be queued. */
export class ActionFault extends Error {
  readonly code: ActionFaultCode;

  constructor(code: ActionFaultCode) {
    super(`The action cannot be queued: ${code}`);
    this.name = "ActionFault";
    this.code = code;
  }
}

/** Why an action cannot be queued: it would make a whole batch fail, or another action has its id (ID_TAKEN). */
export type ActionFaultCode =
  | "ID_INVALID"
  | "ID_TAKEN"
  | "TYPE_INVALID"
  | "REVISION_INVALID"
  | "NOT_JSON"
  | "TOO_LARGE"
  | "TOO_MANY_SETS"
  | "TOO_MANY_DEPENDENCIES"
  | "TOO_MANY_FILES"
  | "FILE_UNKNOWN";

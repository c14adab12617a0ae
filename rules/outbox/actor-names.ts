/** The kind of an actor: the first part of its workflow id. */
export function kindOf(workflowId: string): string {
  return workflowId.slice(0, Math.max(0, workflowId.indexOf("/")));
}

/** The rest of the workflow id: the ids of the actor's subject. */
export function subjectTextOf(workflowId: string): string {
  return workflowId.slice(workflowId.indexOf("/") + 1);
}

/** Workflow type of an actor kind: `account-deletion` has `accountDeletionActor`. */
export function workflowTypeOf(kind: string): string {
  const [first = "", ...others] = kind.split("-");
  return `${first}${others.map(capital).join("")}Actor`;
}

/** Name of the act that settles what is due for an actor kind, e.g. `settleAccountDeletion`. */
export function settlingActOf(kind: string): string {
  return `settle${kind.split("-").map(capital).join("")}`;
}

/** Name of the act that has the relay start an actor again, the same for all kinds. */
export const RESTART_ACT = "restartActor";

/** An actor kind as people read it, e.g. `Account deletion`. */
export function nounOf(kind: string): string {
  return capital(kind.replaceAll("-", " "));
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

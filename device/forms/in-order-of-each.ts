import { inOrder } from "../in-order.ts";

/** Runs the acts on one form one after another. Acts on other forms do not wait for them. */
export function inOrderOfEach(): OneAct {
  const queues = new Map<string, ReturnType<typeof inOrder>>();
  return async ({ formAssignmentId }, act) => {
    const queue = queues.get(formAssignmentId) ?? inOrder();
    queues.set(formAssignmentId, queue);
    return await queue(act);
  };
}

/** Runs an act on a form once the acts before it on this form are over. */
export type OneAct = <Result>(
  on: { readonly formAssignmentId: string },
  act: () => Promise<Result>,
) => Promise<Result>;

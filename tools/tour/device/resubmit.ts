import { TourFailure, expectEqual, expectPresent } from "../expect-equal.ts";
import type { TourPhone } from "./tour-phone.ts";

/**
 * Sends a refused entry again in the sync centre, on the newest revision or the replacing task. Throws TourFailure
 * unless it is accepted.
 */
export async function resubmit(phone: TourPhone, clientOperationId: string): Promise<void> {
  const scope = await phone.scope();
  const centre = await scope.part("centre");
  const again = await phone.show(() => centre.resubmit({ clientOperationId }));
  if (again.kind !== "QUEUED")
    throw new TourFailure("the resubmission", { expected: "QUEUED", actual: again.kind });
  const queued = expectPresent("the new entry", await scope.operation(again.clientOperationId));
  const { status } = await phone.show(() => queued.verdict());
  expectEqual("the verdict on the new entry", status, "ACCEPTED");
}

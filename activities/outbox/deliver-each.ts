import { faultClassOf } from "../../db/platform/transactions/fault-class.ts";
import type { LeasedRow } from "../../db/outbox/lease-rows.ts";
import type { FailedDelivery } from "../../rules/outbox/judge-delivery.ts";
import { DeliveryLater } from "./delivery-later.ts";
import { NOT_TRIED, type Deliver } from "./deliver.ts";
import { traceDelivery } from "./trace-delivery.ts";
import { inParallel } from "./in-parallel.ts";

/** Delivers rows one at a time; a row that fails does not delay the others. */
export function deliverEach(handle: (row: LeasedRow) => Promise<void>): Deliver {
  return async (rows, stop) => {
    const failures = new Map<string, FailedDelivery>();
    await inParallel(WIDTH, rows, async (row) => {
      const failure = stop.aborted
        ? NOT_TRIED
        : await failureOf(() => traceDelivery([row], () => handle(row)));
      if (failure !== null) failures.set(row.id, failure);
    });
    return failures;
  };
}

const WIDTH = 4;

async function failureOf(act: () => Promise<void>): Promise<FailedDelivery | null> {
  try {
    await act();
    return null;
  } catch (error) {
    if (error instanceof DeliveryLater) {
      return { kind: "LATER", failureClass: error.name, pauseMs: error.pauseMs };
    }
    return { kind: "FAULT", failureClass: faultClassOf(error) };
  }
}

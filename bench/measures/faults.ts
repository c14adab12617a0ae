import { measureFaults } from "../sync-faults.ts";
import { type Measure, ms, row, type SyncBench, times } from "./measure.ts";

/** Batches with five failing operations. */
export const faultyBatches: Measure = {
  name: "faults",
  about: "batches with five throwing rules, or five failing writes",
  take,
};

async function take({ stack, phones }: SyncBench) {
  const { clean, throwing, failing } = await measureFaults(stack, phones);
  return [
    row("5 rules throw, over clean", ["1.5", "1.2"], `${times(throwing, clean)}: ${ms(throwing)}`),
    row("5 writes fail, over clean", ["6", "5"], `${times(failing, clean)}: ${ms(failing)}`),
  ];
}

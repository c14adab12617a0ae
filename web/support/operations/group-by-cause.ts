/** Quarantined operations by what made them crash: the cause with the most operations first. */
export function groupByCause<Operation extends Crashed>(
  operations: readonly Operation[],
): readonly Cause<Operation>[] {
  return [...Map.groupBy(operations, ({ faultClass }) => faultClass)]
    .map(([faultClass, crashed]) => ({
      faultClass,
      operations: crashed,
      devices: new Set(crashed.map(({ deviceId }) => deviceId)).size,
      since: crashed.map(({ quarantinedAt }) => quarantinedAt).toSorted()[0] ?? "",
    }))
    .toSorted((a, b) => b.operations.length - a.operations.length);
}

interface Crashed {
  readonly faultClass: string;
  readonly deviceId: string;
  readonly quarantinedAt: string;
}

export interface Cause<Operation> {
  readonly faultClass: string;
  readonly operations: readonly Operation[];
  readonly devices: number;
  /** When the first of them came in. */
  readonly since: string;
}

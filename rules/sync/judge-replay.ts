/** Compares the stored fingerprint of an operation id with the received one. */
export function judgeReplay(retained: Fingerprint, sent: Fingerprint): ReplayJudgement {
  return fingerprintText(retained) === fingerprintText(sent) ? "REPLAY" : "REUSED";
}

/** The facts that make two requests with one id the same operation (docs/rooms/sync.md#fingerprint). */
export interface Fingerprint {
  readonly operationType: string;
  readonly operationVersion: number;
  readonly expectedRevision: number | null;
  readonly payloadChecksum: string;
}

/** REPLAY: answer with the stored receipt. REUSED: changed content under a used id. */
export type ReplayJudgement = "REPLAY" | "REUSED";

/** A text that is equal only for equal fingerprints. */
export function fingerprintText(fingerprint: Fingerprint): string {
  const { operationType, operationVersion, expectedRevision, payloadChecksum } = fingerprint;
  return `${operationType} ${operationVersion} ${expectedRevision ?? "-"} ${payloadChecksum}`;
}

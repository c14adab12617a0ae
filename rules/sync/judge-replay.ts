/** What makes two sendings of one id the same operation (docs/rooms/sync.md#fingerprint). */
export interface Fingerprint {
  readonly operationType: string;
  readonly operationVersion: number;
  readonly expectedRevision: number | null;
  readonly payloadChecksum: string;
}

/** REPLAY: answer with the retained receipt. REUSED: changed content under a used id. */
export type ReplayJudgement = "REPLAY" | "REUSED";

/** Compares what was retained under an operation id with what came under it now. */
export function judgeReplay(retained: Fingerprint, sent: Fingerprint): ReplayJudgement {
  return fingerprintText(retained) === fingerprintText(sent) ? "REPLAY" : "REUSED";
}

/** One line that is equal for equal fingerprints only. */
export function fingerprintText(fingerprint: Fingerprint): string {
  const { operationType, operationVersion, expectedRevision, payloadChecksum } = fingerprint;
  return `${operationType} ${operationVersion} ${expectedRevision ?? "-"} ${payloadChecksum}`;
}

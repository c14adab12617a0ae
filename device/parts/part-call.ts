/** Identifies a call of a part. */
export interface PartCall {
  /** Chosen by the app if it may repeat the call; otherwise generated. */
  readonly callId?: string;
}

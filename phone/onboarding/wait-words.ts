import type { OnlineOutcome, OnlineWait } from "../../device/online/types.ts";

/** Why an act has no answer yet, in words. A retry without a time is the try that runs. */
export function waitWords({ waitsFor, retryAt }: OpenOutcome, texts: WaitTexts): string {
  return waitsFor === "RETRY_AT" && retryAt === null ? texts.sending : texts.waits[waitsFor];
}

type OpenOutcome = Extract<OnlineOutcome, { kind: "OPEN" }>;

interface WaitTexts {
  readonly sending: string;
  readonly waits: Readonly<Record<OnlineWait, string>>;
}

import { createHash } from "node:crypto";
import { canonicalForm } from "../../contract/canonical-form.ts";

/** The text of an operation of the quick-log without its id; the sender puts the id in front. */
export function quickLogText(
  name: string,
  payload: object,
  { ordinal, at }: { readonly ordinal: number; readonly at: string },
): string {
  const digest = createHash("sha256").update(canonicalForm(payload)).digest("hex");
  const operation = {
    operationType: `quick-log.${name}`,
    operationVersion: 1,
    localSequence: ordinal,
    expectedRevision: 1,
    clientRecordedAt: at,
    payloadChecksum: `sha-256:${digest}`,
    payload,
    metadata: { appVersion: "1.0.0", timezone: "Europe/Berlin", locale: "de" },
  };
  return JSON.stringify(operation).slice(1);
}

import { canonicalForm, payloadChecksum } from "../../../contract/canonical-form.ts";
import { sha256 } from "../../../rules/sha256.ts";
import { type Fingerprint, fingerprintText } from "../../../rules/sync/judge-replay.ts";
import type { Vectors } from "./types.ts";

/** Canonical text and checksum of payloads. */
export async function canonicalVectors(): Promise<Vectors> {
  return {
    name: "canonical-form",
    description:
      "`json` is the text of a payload. `canonical` is its RFC 8785 form, and `checksum` the SHA-256 over the UTF-8 bytes of that form. Both are null for a value that has no such form.",
    cases: await Promise.all(TEXTS.map(canonicalCase)),
  };
}

/** Texts that tell operations apart. */
export async function fingerprintVectors(): Promise<Vectors> {
  return {
    name: "fingerprint",
    description:
      "Two sendings of one operation id are the same operation exactly if their `fingerprint` is equal: type, version, expected revision or `-`, and checksum of the payload.",
    cases: FINGERPRINTS.map((operation) => ({
      operation,
      fingerprint: fingerprintText(operation),
    })),
  };
}

/** Payloads that other languages get wrong: numbers, key order, escapes, characters beyond the basic plane. */
const TEXTS: readonly string[] = [
  `{}`,
  `{"b":1,"a":2}`,
  `{"taskId":"0198c0de-0000-7000-8000-000000000003","value":250,"unit":"ml"}`,
  `{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001]}`,
  `{"numbers":[0,-0,1.0,100,1e21,1e20,1e-6,1e-7,0.1,9007199254740991,-1.5]}`,
  `{"numbers":[5e-324,1.7976931348623157e308,0.30000000000000004]}`,
  `{"string":"\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/"}`,
  `{"literals":[null,true,false]}`,
  `{"\\u20ac":"Euro Sign","\\r":"Carriage Return","\\ufb33":"Hebrew","1":"One","\\ud83d\\ude00":"Emoji","\\u0080":"Control","\\u00f6":"Latin"}`,
  `{"a":{"c":[],"b":{}},"":{"":null}}`,
  `{"text":"Zürich, \\u2028 line, \\u007f delete, tab\\t"}`,
  `{"decomposed":"u\\u0308","composed":"\\u00fc"}`,
  `{"sets":[{"setKey":"1","exerciseKey":"squat","values":{"weight":{"value":82.5,"unit":"kg"},"reps":5},"completed":true,"source":"EXPLICIT_TAP"}]}`,
  `{"lone":"\\ud800"}`,
];

async function canonicalCase(json: string): Promise<object> {
  const payload: unknown = JSON.parse(json);
  try {
    return {
      json,
      canonical: canonicalForm(payload),
      checksum: await payloadChecksum(payload, sha256),
    };
  } catch {
    return { json, canonical: null, checksum: null };
  }
}

const CHECKSUM = `sha-256:${"0".repeat(64)}`;

const FINGERPRINTS: readonly Fingerprint[] = [
  {
    operationType: "quick-log.complete-task",
    operationVersion: 1,
    expectedRevision: 7,
    payloadChecksum: CHECKSUM,
  },
  {
    operationType: "quick-log.undo",
    operationVersion: 2,
    expectedRevision: null,
    payloadChecksum: CHECKSUM,
  },
  {
    operationType: "quick-log.undo",
    operationVersion: 2,
    expectedRevision: 0,
    payloadChecksum: CHECKSUM,
  },
];

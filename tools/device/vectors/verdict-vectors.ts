import { localStateOf, type ReportedVerdict } from "../../../contract/sync/local-state.ts";
import { VERDICT_CODES, type VerdictCode } from "../../../contract/sync/vocabulary.ts";
import { allowedResolutions } from "../../../rules/sync/operation-result.ts";
import type { Vectors } from "./types.ts";

/** The local status that each verdict leads to. */
export function verdictVectors(): Vectors {
  return {
    name: "local-statuses",
    description:
      "`reported` is what a device knows of its operation: it waits, it was sent, or the fields of a result. `localStatus` is its status on the device; `retryAfterSeconds` is when it is sent again under its id, or null.",
    cases: [...PLAIN, ...isCoded(Object.keys(VERDICT_CODES)).map(codeCase)],
  };
}

const isCoded = (codes: readonly string[]) =>
  codes.filter((code): code is VerdictCode => code in VERDICT_CODES);

const verdictCase = (reported: ReportedVerdict) => ({ reported, ...localStateOf(reported) });

const PLAIN = [
  verdictCase("WAITING"),
  verdictCase("SENT"),
  verdictCase({ status: "ACCEPTED" }),
  verdictCase({ status: "ALREADY_ACCEPTED" }),
  verdictCase({ status: "REJECTED" }),
  verdictCase({ status: "REFETCH_REQUIRED", retryAfterSeconds: 600 }),
  verdictCase({ status: "SCOPE_LOCKED", retryAfterSeconds: 0 }),
];

/** A refusal with the choices that the server gives for its code. */
function codeCase(code: VerdictCode): object {
  const { status, category } = VERDICT_CODES[code];
  const reported = { status, allowedResolutions: allowedResolutions(code) };
  return { code, category, ...verdictCase(reported) };
}

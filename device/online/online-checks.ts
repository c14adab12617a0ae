import type { Core } from "../core.ts";
import type { Answer } from "../lanes/classify-answer.ts";
import type { Statement } from "../ports/sql.ts";
import type { ActRow, ActSession } from "./act-types.ts";
import type { OpenRequest } from "./open-request.ts";

/**
 * Reads before each try of an act, by type of act. An act that would overwrite something the person has not seen is not
 * sent. A type without a check needs no line.
 */
export const ONLINE_CHECKS: Readonly<Record<string, () => Promise<OnlineCheck>>> = {
  "form.submit": async () => (await import("../forms/submission-check.ts")).submissionCheck,
};

/** Decides before a try; null lets the act be sent. */
export type OnlineCheck = (
  core: Core,
  session: ActSession,
  tried: { readonly row: ActRow; readonly request: OpenRequest },
) => Promise<Checked | null>;

/** Why an act is not sent. */
export type Checked =
  /** It waits like an act whose own request ended so. */
  | { readonly kind: "WAIT"; readonly answer: Answer }
  /** The device refuses it itself, together with the statements of that. */
  | { readonly kind: "REFUSED"; readonly code: string; readonly also: readonly Statement[] };

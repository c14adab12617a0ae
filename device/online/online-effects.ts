import type { Core } from "../core.ts";
import type { Statement } from "../ports/sql.ts";
import type { ActRow, OnlineAnswer } from "./act-types.ts";

/**
 * Effects of an answer on the device, by type of act. The statements run in the transaction that stores the answer,
 * even after a restart. A type without an effect needs no line.
 */
export const ONLINE_EFFECTS: Readonly<Record<string, () => Promise<OnlineEffect>>> = {
  "form.submit": async () => (await import("../forms/submission-effect.ts")).submissionEffect,
  "workout-resolution": async () =>
    (await import("../workouts/conflicts/resolution-effect.ts")).resolutionEffect,
};

/** The statements that follow from an answer. */
export type OnlineEffect = (
  core: Core,
  act: ActRow,
  answer: OnlineAnswer,
) => Promise<readonly Statement[]>;

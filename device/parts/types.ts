import type { Account } from "../account/types.ts";
import type { DiagnosticsPart } from "../centre/diagnostics/types.ts";
import type { Centre, DeviceCentre } from "../centre/types.ts";
import type { Forms } from "../forms/types.ts";
import type { Program } from "../program/types.ts";
import type { Workouts } from "../workouts/types.ts";
import type { Inbox } from "../coach/types.ts";
import type { MediaPart } from "../media/types.ts";

/**
 * Parts of a scope. Every method is asynchronous and takes at most one object. A method that acts accepts `callId` in
 * it. A repeated call with this id is the same act, because a page resends its calls to a new owner of the device.
 */
export interface ScopeParts {
  readonly centre: Centre;
  readonly forms: Forms;
  readonly program: Program;
  readonly workouts: Workouts;
  readonly media: MediaPart;
}

/** The name of a part. */
export type ScopePartName = keyof ScopeParts;

/** Parts of the whole device, under the same rules. */
export interface DeviceParts {
  readonly account: Account;
  readonly centre: DeviceCentre;
  readonly diagnostics: DiagnosticsPart;
  /** Only a coach's app has this part. */
  readonly inbox: Inbox;
}

/** The name of a part of the whole device. */
export type DevicePartName = keyof DeviceParts;

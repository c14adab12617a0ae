import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { AdmissionDeps } from "../../activities/sync/admission/admission.ts";
import type { SettlementDeps } from "../../activities/sync/settlement/settlement-run.ts";
import type { BuiltRelationship } from "./identity.ts";
import type { ModelPhone } from "./workout-phone.ts";
import type { WorkoutReference } from "./workout-reference.ts";

/** Where histories take place, one after the other: they share its clock. */
export interface WorkoutStage {
  readonly em: SqlEntityManager;
  readonly admission: AdmissionDeps;
  readonly settlement: SettlementDeps;
  /** Removes everybody, and lets the clock begin in the middle of a day. */
  readonly begin: () => Promise<void>;
  /** Lets the clock go so many hours ahead of where it began. */
  readonly moveClock: (hours: number) => Promise<void>;
}

/** A history under way. */
export interface Play {
  readonly stage: WorkoutStage;
  readonly pair: BuiltRelationship;
  readonly phones: readonly ModelPhone[];
  readonly reference: WorkoutReference;
  /** Final verdicts, by operation: what is sent again is told the same. */
  readonly decided: Map<string, string>;
  readonly deviceIds: string[];
  program: { readonly planId: string; readonly assignmentId: string } | null;
  contents: number;
  hours: number;
  isOver: boolean;
}

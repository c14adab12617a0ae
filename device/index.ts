export { openDevice } from "./open-device.ts";
export { ActionFault, type ActionFaultCode } from "./outbox/action-fault.ts";
export type * from "./outbox/types.ts";
export type * from "./account/types.ts";
export type * from "./centre/diagnostics/types.ts";
export type * from "./centre/types.ts";
export type * from "./coach/act-types.ts";
export type * from "./coach/draft-types.ts";
export type * from "./coach/types.ts";
export type * from "./forms/types.ts";
export type * from "./online/types.ts";
export type * from "./parts/part-call.ts";
export type * from "./media/types.ts";
export type * from "./parts/types.ts";
export type * from "./ports/clock.ts";
export type * from "./ports/connection.ts";
export type * from "./ports/files.ts";
export type * from "./ports/http.ts";
export type * from "./ports/ports.ts";
export type * from "./ports/sign-in.ts";
export {
  SqlFault,
  type Row,
  type Sql,
  type SqlFaultKind,
  type SqlValue,
  type Statement,
} from "./ports/sql.ts";
export type * from "./ports/vault.ts";
export type * from "./program/types.ts";
export type * from "./read/types.ts";
export type * from "./types.ts";
export type * from "./workouts/act-outcome.ts";
export type * from "./workouts/outcome-types.ts";
export type * from "./workouts/types.ts";
export type * from "./workouts/view-types.ts";

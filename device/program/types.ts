import type { ActiveProgram } from "../wire/sync-types.ts";

/** The program that the client follows (docs/rooms/device.md#slices). */
export interface Program {
  /**
   * The program as it was read last, with all its weeks and dates, in the format of `ActiveProgram` of the API. Null if
   * none is followed, or if the scope was never read.
   */
  current(): Promise<FollowedProgram | null>;
}

/** A program of the API as it arrived. */
export type FollowedProgram = ActiveProgram;

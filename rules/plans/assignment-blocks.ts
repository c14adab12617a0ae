/** What an onboarding keeps from being assigned (docs/rooms/onboarding.md#blocks). */
export interface AssignmentBlocks {
  readonly programs: boolean;
  readonly nutrition: boolean;
}

/** The plan kinds that an onboarding blocks from assignment (docs/rooms/onboarding.md#blocks). */
export interface AssignmentBlocks {
  readonly programs: boolean;
  readonly nutrition: boolean;
}

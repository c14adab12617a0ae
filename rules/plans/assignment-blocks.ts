/** What an onboarding keeps from being assigned (docs/rules.md#onboarding-blocks). */
export interface AssignmentBlocks {
  readonly programs: boolean;
  readonly nutrition: boolean;
}

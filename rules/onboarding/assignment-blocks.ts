/** What an onboarding keeps from being assigned (document 2, "Onboarding records"). */
export interface AssignmentBlocks {
  readonly programs: boolean;
  readonly nutrition: boolean;
}

import { defineSearchAttributeKey } from "@temporalio/common";
import { SEARCH_ATTRIBUTES } from "../contract/outbox/vocabulary.ts";

const keyword = (name: keyof typeof SEARCH_ATTRIBUTES & Keyword) =>
  defineSearchAttributeKey(name, SEARCH_ATTRIBUTES[name]);
type Keyword = Exclude<keyof typeof SEARCH_ATTRIBUTES, "NextWakeAt">;

export const WORKSPACE_ID = keyword("WorkspaceId");
export const RELATIONSHIP_ID = keyword("RelationshipId");
export const DEVICE_ID = keyword("DeviceId");
export const ONBOARDING_STATUS = keyword("OnboardingStatus");
export const CURRENT_STEP = keyword("CurrentStep");
export const ACTOR_STATUS = keyword("ActorStatus");
export const NEXT_WAKE_AT = defineSearchAttributeKey("NextWakeAt", SEARCH_ATTRIBUTES.NextWakeAt);

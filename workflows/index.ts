export { materialiseDay } from "./agenda/workflow.ts";
export { providerHealth, providerRetention } from "./providers/workflow.ts";
export { accountDeletionActor } from "./privacy/account-deletion.ts";
export { onboardingActor } from "./onboarding/workflow.ts";
export { mediaUpkeep } from "./media/workflow.ts";
export { pruneRecords } from "./privacy/workflow.ts";
export { silentDevices } from "./sync/silent-devices.ts";
export { pruneReceipts } from "./sync/prune-receipts.ts";
export { deviceActor } from "./sync/workflow.ts";

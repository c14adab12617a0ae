export { materialiseDay } from "./agenda/workflow.ts";
export { providerHealth, providerRetention } from "./providers/workflow.ts";
export { mediaUpkeep } from "./media/workflow.ts";
export { pruneRecords } from "./privacy/workflow.ts";
export { silentDevices } from "./sync/silent-devices.ts";
export { pruneReceipts } from "./sync/prune-receipts.ts";
// A workflow of any other type is an actor.
export { actor as default } from "./actor.ts";

export { materialiseDay } from "./agenda/workflow.ts";
export { providerHealth, providerRetention } from "./identity/provider-workflows.ts";
export { accountDeletionActor, pruneAuthRecords } from "./identity/workflow.ts";
export { deviceActor } from "./sync/workflow.ts";

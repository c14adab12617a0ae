export { materialiseDay } from "./agenda/workflow.ts";
export { deviceActor } from "./sync/workflow.ts";

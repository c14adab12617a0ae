export { languageOf } from "../contract/language-of.ts";
export { centreView } from "./centre/views/centre-view.ts";
export { entryView } from "./centre/views/entry-view.ts";
export { unreadableView } from "./centre/views/unreadable-view.ts";
export type * from "./centre/views/types.ts";

import { general } from "./settings.ts";
import { yours } from "./yours.ts";

/** Texts of the settings. */
export const settings = { ...general, ...yours };

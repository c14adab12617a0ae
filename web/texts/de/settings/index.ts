import { account } from "./account.ts";
import { archive } from "./archive.ts";
import { ownKeys } from "./keys.ts";
import { members } from "./members.ts";
import { general } from "./settings.ts";
import { yours } from "./yours.ts";

/** Texts of the settings. */
export const settings = { ...account, ...archive, ...general, ...ownKeys, ...members, ...yours };

import type { Surface } from "../device/types.ts";
import { type Faults, NO_FAULTS, faultsOf, isObject } from "./developer/faults.ts";

/** Reads the settings that a page writes into its worker's name: the developer switches, the language and the app. */
export function readStart(name: string): WorkerStart {
  const written = parsed(name);
  if (!isObject(written)) return { faults: NO_FAULTS, language: "en", surface: "CLIENT_MOBILE" };
  const { language, surface } = written;
  return {
    faults: faultsOf(written),
    language: typeof language === "string" ? language : "en",
    surface: surface === "COACH_MOBILE" ? "COACH_MOBILE" : "CLIENT_MOBILE",
  };
}

/** The settings with which a worker starts. */
export interface WorkerStart {
  readonly faults: Faults;
  readonly language: string;
  readonly surface: Surface;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

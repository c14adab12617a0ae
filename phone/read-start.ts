import { type Faults, NO_FAULTS, faultsOf, isObject } from "./developer/faults.ts";

/** Reads the settings that a page writes into its worker's name: the developer switches and the language. */
export function readStart(name: string): WorkerStart {
  const written = parsed(name);
  if (!isObject(written)) return { faults: NO_FAULTS, language: "en" };
  const { language } = written;
  return { faults: faultsOf(written), language: typeof language === "string" ? language : "en" };
}

/** The settings with which a worker starts. */
export interface WorkerStart {
  readonly faults: Faults;
  readonly language: string;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

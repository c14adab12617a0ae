import { type Faults, NO_FAULTS, faultsOf, isObject } from "./developer/faults.ts";

/** Reads what a page writes into the name of its worker: the developer switches and its language. */
export function readStart(name: string): WorkerStart {
  const written = parsed(name);
  if (!isObject(written)) return { faults: NO_FAULTS, language: "en" };
  const { language } = written;
  return { faults: faultsOf(written), language: typeof language === "string" ? language : "en" };
}

/** What a worker starts with. */
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

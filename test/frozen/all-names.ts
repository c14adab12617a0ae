import { namesInRegistries } from "./names-in-registries.ts";
import { namesInSources } from "./names-in-sources.ts";

/** Every name of this tree that is stored, sent or looked up elsewhere, by category. */
export async function allNames(): Promise<Readonly<Record<string, readonly string[]>>> {
  return { ...(await namesInRegistries()), ...namesInSources() };
}

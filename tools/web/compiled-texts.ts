import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";
import * as z from "zod";

/**
 * Lets the console import the messages of a language as `texts:en`, compiled: the ICU parser then stays out of the
 * browser. `folder` has one `<language>/index.ts`, which exports `messages`.
 */
export function compiledTexts(folder: string): Plugin {
  return {
    name: "compiled-texts",
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    async load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const language = id.slice(PREFIX.length + 1);
      const file = pathToFileURL(join(folder, language, "index.ts")).href;
      const { messages } = moduleSchema.parse(await import(file));
      const compiled = Object.entries(messages).map(([key, text]) => [key, compileMessage(text)]);
      return `export const messages = ${JSON.stringify(Object.fromEntries(compiled))};`;
    },
  };
}

const PREFIX = "texts:";
const moduleSchema = z.object({ messages: z.record(z.string(), z.string()) });

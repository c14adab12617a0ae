import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";
import * as z from "zod";

/**
 * Lets the console import the compiled messages of a language as `texts:en/first` and `texts:en/later`. The ICU parser
 * thus stays out of the browser. Each language has a folder in `folder`: `first.ts` exports `first`, and `index.ts`
 * exports all as `messages`.
 */
export function compiledTexts(folder: string): Plugin {
  return {
    name: "compiled-texts",
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    async load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const [language = "", part] = id.slice(PREFIX.length + 1).split("/");
      const read = async (file: string): Promise<unknown> =>
        await import(pathToFileURL(join(folder, language, file)).href);
      const { first } = firstSchema.parse(await read("first.ts"));
      const { messages } = allSchema.parse(await read("index.ts"));
      const compiled = Object.entries(messages)
        .filter(([key]) => Object.hasOwn(first, key) === (part === "first"))
        .map(([key, text]) => [key, compileMessage(text)]);
      return `export const messages = ${JSON.stringify(Object.fromEntries(compiled))};`;
    },
  };
}

const PREFIX = "texts:";
const textsSchema = z.record(z.string(), z.string());
const firstSchema = z.object({ first: textsSchema });
const allSchema = z.object({ messages: textsSchema });

import { stripTypeScriptTypes } from "node:module";
import { compileOnce } from "./compile-once.mjs";

/** Sources as Node itself runs them: what is a type becomes blanks, and every line stays where it was. */
const transformer = { process: (source) => ({ code: stripTypeScriptTypes(source) }) };

// A worker reads this file before it loads any module of a test.
compileOnce();

export default transformer;

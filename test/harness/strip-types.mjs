import { stripTypeScriptTypes } from "node:module";
import { compileOnce } from "./compile-once.mjs";

/** Sources as Node runs them: types become blanks, and every line keeps its number. */
const transformer = { process: (source) => ({ code: stripTypeScriptTypes(source) }) };

// A worker reads this file before it loads any module of a test.
compileOnce();

export default transformer;

/** Fails a test whose stage lacks a value. */
export function raise(): never {
  throw new Error("A value of the stage is missing");
}

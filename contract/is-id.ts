/** Whether something is an id of the wire, a UUID in lower case; without zod, for the first script of a page. */
export const isId = (found: unknown): found is string =>
  typeof found === "string" && ID.test(found);

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Every entity of the schema, in no particular order; the schema test compares them with the migrations. */
export const entities = [];

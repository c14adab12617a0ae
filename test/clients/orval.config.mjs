// The generator reads its configuration as the default export.
export default {
  sideline: {
    input: "./openapi.json",
    output: {
      mode: "split",
      client: "fetch",
      target: "orval/client.ts",
      schemas: "orval/model",
    },
  },
};

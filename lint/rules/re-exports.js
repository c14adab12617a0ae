import { placeOf } from "../place.js";

/** Entry files for users outside of the house: the workflow bundle and the device library. */
const ENTRIES = [
  "workflows/index.ts",
  ...["index", "node", "web", "expo", "react", "centre", "testing"].map(
    (name) => `device/${name}.ts`,
  ),
];

/** Every name is imported from the file that defines it. */
export const reExportsRule = {
  create(context) {
    if (ENTRIES.includes(placeOf(context.filename)?.path)) return {};
    const imported = new Set();
    const report = (node) =>
      context.report({ node, message: "No barrels: import from the file that defines the name." });
    return {
      ImportDeclaration(node) {
        for (const specifier of node.specifiers) imported.add(specifier.local.name);
      },
      ExportAllDeclaration: report,
      ExportNamedDeclaration(node) {
        if (node.source || node.specifiers.some(({ local }) => imported.has(local.name))) {
          report(node);
        }
      },
    };
  },
};

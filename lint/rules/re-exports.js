import { placeOf } from "../place.js";

/** Every name is imported from the file that defines it; only the workflow bundle needs an entry. */
export const reExportsRule = {
  create(context) {
    if (placeOf(context.filename)?.path === "workflows/index.ts") return {};
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

/**
 * Calls `visit({ node, specifier, typeOnly })` for everything that makes a file depend on a module.
 * `import { type A }` counts as a value: with verbatimModuleSyntax the module is still loaded.
 */
export function eachImport(visit) {
  const visitDeclaration = (node) => {
    if (!node.source) return;
    const kind = node.importKind ?? node.exportKind;
    visit({ node, specifier: node.source.value, typeOnly: kind === "type" });
  };
  return {
    ImportDeclaration: visitDeclaration,
    ExportNamedDeclaration: visitDeclaration,
    ExportAllDeclaration: visitDeclaration,
    ImportExpression(node) {
      if (typeof node.source.value !== "string") return;
      visit({ node, specifier: node.source.value, typeOnly: false });
    },
    TSImportType(node) {
      const source = node.source ?? node.argument?.literal ?? node.argument;
      if (typeof source?.value !== "string") return;
      visit({ node, specifier: source.value, typeOnly: true });
    },
  };
}

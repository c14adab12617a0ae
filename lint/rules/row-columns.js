/**
 * A raw statement names the columns of its row type. The compiler trusts that type, so a renamed field would be read as
 * undefined.
 */
export const rowColumnsRule = {
  create(context) {
    const declared = new Map();
    const statements = [];
    const note = (node, type, text) => {
      if (type !== undefined) statements.push({ node, type, text });
    };
    return {
      TSInterfaceDeclaration({ id, body }) {
        declared.set(id.name, body.body);
      },
      TSTypeAliasDeclaration({ id, typeAnnotation }) {
        if (typeAnnotation.type === "TSTypeLiteral") declared.set(id.name, typeAnnotation.members);
      },
      CallExpression(node) {
        const { callee, typeArguments } = node;
        if (callee.type !== "MemberExpression" || callee.property.name !== "query") return;
        note(node, typeArguments?.params[0], textOf(node.arguments[0]));
      },
      TaggedTemplateExpression(node) {
        if (node.tag.type !== "Identifier" || node.tag.name !== "sql") return;
        note(node, node.typeArguments?.params[0], textOf(node.quasi));
      },
      "Program:exit"() {
        for (const { node, type, text } of statements) {
          // A fragment that was put together elsewhere may name any column; a workflow's query is not a statement.
          if (text === null || !/\b(?:select|returning)\b/i.test(text)) continue;
          for (const name of fieldsOf(type, declared)) {
            if (names(text, name)) continue;
            context.report({
              node,
              message: `The statement has no column "${name}" of its row type.`,
            });
          }
        }
      },
    };
  },
};

/** The text of a statement; null if part of it is put together elsewhere. */
function textOf(node) {
  if (node?.type === "Literal" && typeof node.value === "string") return node.value;
  if (node?.type !== "TemplateLiteral") return null;
  const isWhole = node.expressions.every(isValue);
  return isWhole ? node.quasis.map(({ value }) => value.raw).join("?") : null;
}

/** A bare variable or field is a value of the statement; a call may return a fragment of it. */
const isValue = ({ type }) => type === "Identifier" || type === "MemberExpression";

function fieldsOf(type, declared) {
  const members =
    type.type === "TSTypeLiteral"
      ? type.members
      : (type.type === "TSTypeReference" && declared.get(type.typeName.name)) || [];
  return members.flatMap((member) =>
    member.type === "TSPropertySignature" && member.key.type === "Identifier"
      ? [member.key.name]
      : [],
  );
}

/** Columns are written in either spelling: `lane_id` or "laneId". */
function names(text, field) {
  const column = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return text.includes("*") || new RegExp(`\\b(?:${field}|${column})\\b`).test(text);
}

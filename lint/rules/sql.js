import { placeOf } from "../place.js";

const floorsWithoutSql = ["contract", "rules", "activities", "workflows", "api"];
const sqlPackages = new Set(["kysely", "pg"]);
const sqlNames = new Set(["sql", "raw"]);
const sqlCalls = new Set(["getKysely", "createQueryBuilder"]);

/** Only db/ contains statements. */
export const sqlRule = {
  create(context) {
    const floor = placeOf(context.filename)?.floor;
    if (!floorsWithoutSql.includes(floor)) return {};
    const report = (node) =>
      context.report({ node, message: `${floor}/ must not contain SQL; it belongs in db/.` });
    return {
      ImportDeclaration(node) {
        if (node.importKind === "type") return;
        const source = node.source.value;
        const takesSql = source.startsWith("@mikro-orm/") && node.specifiers.some(isSqlName);
        if (sqlPackages.has(source) || takesSql) report(node);
      },
      CallExpression({ callee }) {
        if (callee.type !== "MemberExpression") return;
        if (sqlCalls.has(callee.property.name) || isRawStatement(callee)) report(callee);
      },
    };
  },
};

const isSqlName = ({ imported }) => imported !== undefined && sqlNames.has(imported.name);

const isRawStatement = ({ object, property }) =>
  property.name === "execute" && object.type === "Identifier" && object.name === "em";

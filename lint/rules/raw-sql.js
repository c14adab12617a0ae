import { placeOf } from "../place.js";
import { rawSql } from "../raw-sql.js";

/** Statements are built from the entities; SQL as text is allowed only in files listed in `lint/raw-sql.js`. */
export const rawSqlRule = {
  create(context) {
    const place = placeOf(context.filename);
    if (place?.floor !== "db") return {};
    const listed = Object.hasOwn(rawSql, place.path);
    let found = false;
    const use = (node) => {
      found = true;
      if (listed) return;
      const message =
        "Raw SQL: use an entity or tables(em), or give the reason in lint/raw-sql.js.";
      context.report({ node, message });
    };
    return {
      TaggedTemplateExpression(node) {
        if (isSql(node.tag)) use(node);
      },
      CallExpression(node) {
        const { object, property } = node.callee;
        if (property?.name === "raw" && isSql(object)) use(node);
      },
      "Program:exit"(node) {
        if (!listed || found) return;
        context.report({ node, message: "No raw SQL left: remove it from lint/raw-sql.js." });
      },
    };
  },
};

const isSql = (node) => node.type === "Identifier" && node.name === "sql";

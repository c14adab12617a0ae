import { placeOf } from "../place.js";

const errorName = /(Error|Failure|Refusal)$/;

/** The house has two kinds of classes: entities in db/ and errors. */
export const classesRule = {
  create(context) {
    const place = placeOf(context.filename);
    if (!place || place.floor === "db") return {};
    const report = (node) => {
      if (node.superClass && errorName.test(context.sourceCode.getText(node.superClass))) return;
      context.report({ node, message: "No classes but entities (db/) and errors." });
    };
    return { ClassDeclaration: report, ClassExpression: report };
  },
};

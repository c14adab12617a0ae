import { placeOf } from "../place.js";

const freeFloors = ["workers", "test"];

/** A connection taken from the entity manager does not belong to its transaction. */
export const transactionRule = {
  create(context) {
    if (freeFloors.includes(placeOf(context.filename)?.floor)) return {};
    return {
      CallExpression(node) {
        const { callee } = node;
        if (callee.type !== "MemberExpression" || callee.property.name !== "getConnection") return;
        context.report({
          node,
          message: "getConnection() leaves the transaction: use em.execute() or em.getKysely().",
        });
      },
    };
  },
};

/** `getConnection().execute()` runs beside the transaction of its entity manager. */
export const transactionRule = {
  create(context) {
    return {
      CallExpression(node) {
        const { callee } = node;
        if (callee.type !== "MemberExpression" || callee.property.name !== "execute") return;
        const { object } = callee;
        if (object.type !== "CallExpression" || object.callee.type !== "MemberExpression") return;
        if (object.callee.property.name !== "getConnection") return;
        context.report({
          node,
          message: "getConnection().execute() leaves the transaction: use em.execute() or em.getKysely().",
        });
      },
    };
  },
};

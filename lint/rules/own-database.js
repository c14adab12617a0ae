import { placeOf } from "../place.js";

/** Helpers that use the database that files share. */
const SHARING = ["useApi", "useDatabase", "useOrm", "useAdmission"];
/** Helpers that use the database in their first argument instead, if there is one. */
const TAKING_DATABASE = ["useOrm", "useAdmission"];
/** Functions whose effect or result depends on every row of a database. */
const WHOLE = /^(?:moveClock|setClock|whereIs|findInconsistencies|prune[A-Z]\w*|sweep[A-Z]\w*)$/;
/** Methods of an entity manager that read or delete all rows of a table unless they get a condition. */
const ROWS = ["count", "find", "nativeDelete"];

/** A test that would see or change the rows of other files asks for a database of its own. */
export const ownDatabaseRule = {
  create(context) {
    if (placeOf(context.filename)?.floor !== "test") return {};
    const found = [];
    const uses = new Set();
    return {
      CallExpression(node) {
        const { callee } = node;
        if (callee.type === "Identifier" && !isGivenDatabase(node)) uses.add(callee.name);
        const what = wholeCall(node);
        if (what !== null) found.push({ node, what });
      },
      Literal(node) {
        if (node.value === "/metrics") found.push({ node, what: "reading metrics" });
      },
      "Program:exit"() {
        const isShared = SHARING.some((stage) => uses.has(stage));
        if (!isShared || uses.has("useOwnDatabase")) return;
        for (const { node, what } of found) {
          context.report({
            node,
            message: `${what} concerns the rows of other files, too: useOwnDatabase().`,
          });
        }
      },
    };
  },
};

function isGivenDatabase({ callee, arguments: [given] }) {
  return TAKING_DATABASE.includes(callee.name) && given !== undefined && given.name !== "undefined";
}

/** The name of a call that affects all rows; null for other calls. */
function wholeCall({ callee, arguments: given }) {
  if (callee.type === "Identifier") return WHOLE.test(callee.name) ? `${callee.name}()` : null;
  if (callee.type !== "MemberExpression" || !ROWS.includes(callee.property.name)) return null;
  const [entity, condition] = given;
  if (entity?.type !== "Identifier" || !/^[A-Z]/.test(entity.name)) return null;
  const isWhole =
    condition === undefined ||
    (condition.type === "ObjectExpression" && condition.properties.length === 0);
  return isWhole ? `${callee.property.name}(${entity.name})` : null;
}

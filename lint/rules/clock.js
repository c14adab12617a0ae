import { placeOf } from "../place.js";

const pureFloors = ["contract", "rules", "workflows"];

/** Properties that read a clock or roll dice, as `object.property`. */
const sources = new Set([
  "Date.now",
  "Math.random",
  "Temporal.Now",
  "crypto.getRandomValues",
  "crypto.randomUUID",
  "performance.now",
  "performance.timeOrigin",
]);

/** On the pure floors `now` and new ids are arguments. */
export const clockRule = {
  create(context) {
    const place = placeOf(context.filename);
    if (!place || !pureFloors.includes(place.floor)) return {};
    const report = (node, what) =>
      context.report({ node, message: `${what}: ${place.floor}/ gets time and ids as arguments.` });
    return {
      NewExpression(node) {
        if (isDate(node.callee) && node.arguments.length === 0) report(node, "new Date()");
      },
      CallExpression(node) {
        if (isDate(node.callee)) report(node, "Date()");
      },
      MemberExpression(node) {
        const name = dottedName(node);
        if (sources.has(name)) report(node, name);
      },
    };
  },
};

const isDate = (callee) => callee.type === "Identifier" && callee.name === "Date";

function dottedName({ object, property }) {
  const owner = object.type === "MemberExpression" ? object.property : object;
  return `${owner.name}.${property.name ?? property.value}`;
}

import { placeOf } from "../place.js";

const bannedWords = new Set([
  "base",
  "common",
  "dto",
  "helper",
  "helpers",
  "impl",
  "manager",
  "managers",
  "processor",
  "processors",
  "service",
  "services",
  "util",
  "utils",
]);
const bannedEndings = new Set(["data", "info"]);

/** Names say what a thing is, not that it is a thing. Checks declared names and the file's path. */
export const namesRule = {
  create(context) {
    const report = (node, name) => {
      const word = bannedWordIn(name);
      if (word) context.report({ node, message: `"${name}": names do not contain ${word}.` });
    };
    const reportKey = ({ key, computed }) => {
      if (!computed && key.type === "Identifier") report(key, key.name);
    };
    return {
      Program(node) {
        for (const part of placeOf(context.filename)?.path.split("/") ?? []) report(node, part);
      },
      "Program:exit"() {
        for (const scope of context.sourceCode.scopeManager.scopes) {
          for (const variable of scope.variables) {
            const [definition] = variable.defs;
            if (definition && !isForeign(definition)) report(definition.name, variable.name);
          }
        }
      },
      TSPropertySignature: reportKey,
      TSMethodSignature: reportKey,
      PropertyDefinition: reportKey,
      MethodDefinition: reportKey,
    };
  },
};

/** A name chosen elsewhere: imported, or destructured without renaming. */
function isForeign({ node, name }) {
  if (node.type === "ImportSpecifier") return node.imported.name === node.local.name;
  return name.parent?.type === "Property" && name.parent.shorthand;
}

function bannedWordIn(name) {
  const words = wordsOf(name);
  const banned = words.find((word) => bannedWords.has(word));
  if (banned) return banned;
  const last = words.at(-1);
  return words.length > 1 && bannedEndings.has(last) ? last : null;
}

/** "userDTOList", "user-dto.list.ts" and "USER_DTO" are all user, dto, list. */
function wordsOf(name) {
  return name
    .replace(/(\.(test|pg|flow|http))*\.[jt]sx?$/, "")
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

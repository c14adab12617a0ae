import { isOutsideFloors, placeOf } from "../place.js";
import { retiredWords } from "../retired-words.js";

/** One word per concept, the field's: a retired word is reported with its replacement. */
export const wordsRule = {
  create(context) {
    const place = placeOf(context.filename);
    if (place === null || isOutsideFloors(place.floor)) return {};
    return {
      Program(node) {
        const { text } = context.sourceCode;
        for (const [retired, word] of retiredWords) {
          const found = retired.exec(text);
          if (found === null) continue;
          const line = text.slice(0, found.index).split("\n").length;
          context.report({ node, message: `"${found[0]}" (line ${line}) is now: ${word}.` });
        }
      },
    };
  },
};

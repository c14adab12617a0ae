/**
 * A new id of a section (`s`) or question (`q`). It is random, because the id of a question that was removed still
 * stands in older versions and their answers.
 */
export const newFormId = (prefix: "q" | "s"): string =>
  `${prefix}_${crypto.randomUUID().replaceAll("-", "").slice(0, 16)}`;

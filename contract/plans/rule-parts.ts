/** Parts of a rule by their names. */
export function rulePartsOf(rule: string): ReadonlyMap<string, string> {
  return new Map(
    rule.split(";").map((part) => {
      const [name = "", value = ""] = part.split("=");
      return [name, value];
    }),
  );
}

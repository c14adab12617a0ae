/** Whether two JSON values say the same. The order of fields does not count. Shared parts cost nothing. */
export function isAlike(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null)
    return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [names, others] = [Object.keys(one), Object.keys(other)];
  if (names.length !== others.length) return false;
  return names.every(
    (name) =>
      Object.hasOwn(other, name) && isAlike(Reflect.get(one, name), Reflect.get(other, name)),
  );
}

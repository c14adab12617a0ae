/** The typed fields that differ from what is stored. */
export function changesOf<Form extends Readonly<Record<string, string>>>(
  stored: Form,
  typed: Partial<Form>,
): Partial<Form> {
  const changes: Partial<Form> = {};
  for (const field in typed) if (typed[field] !== stored[field]) changes[field] = typed[field];
  return changes;
}

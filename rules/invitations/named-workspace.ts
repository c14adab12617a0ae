/** What a workspace is called beside a person's name; null where it carries that very name, as it does unless named. */
export function namedWorkspace(workspaceName: string, personName: string): string | null {
  return workspaceName.trim() === personName.trim() ? null : workspaceName;
}

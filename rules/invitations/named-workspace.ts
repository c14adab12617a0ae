/** The workspace name to show next to a person's name. Null if the two are equal, which is the default. */
export function namedWorkspace(workspaceName: string, personName: string): string | null {
  return workspaceName.trim() === personName.trim() ? null : workspaceName;
}

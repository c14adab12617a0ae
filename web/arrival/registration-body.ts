import type { Problem } from "../api/problem.ts";
import type { components } from "../api/routes.d.ts";

/** The body of a registration. A workspace without a name is named after the coach, by the server. */
export function registrationBody(
  form: RegistrationForm,
): components["schemas"]["CoachRegistration"] {
  const { displayName, workspaceName, timezone, locale, legal } = form;
  const name = workspaceName.trim();
  return {
    displayName: displayName.trim(),
    timezone,
    locale,
    ...legal,
    ...(name !== "" && { workspaceName: name }),
  };
}

/** The body of a registration by an invitation to join, which comes without a workspace. */
export function memberRegistrationBody(
  { displayName, timezone, locale, legal }: RegistrationForm,
  joinHandle: string,
): components["schemas"]["MemberRegistration"] {
  return { displayName: displayName.trim(), timezone, locale, ...legal, joinHandle };
}

/** Fields of the registration form. */
export interface RegistrationForm {
  readonly displayName: string;
  readonly workspaceName: string;
  readonly timezone: string;
  readonly locale: string;
  /** The versions that the person read and accepted. */
  readonly legal: components["schemas"]["LegalVersions"];
}

/** True if the server refused this field of the body. */
export const isFieldRefused = (
  refusal: Pick<Problem, "errors"> | null,
  field: keyof components["schemas"]["CoachRegistration"],
): boolean => refusal?.errors.some(({ pointer }) => pointer.endsWith(`/${field}`)) ?? false;

/** All time zones of this browser; its own first, even if the list lacks it. */
export const zoneChoices = (own: string, all: readonly string[]): readonly string[] => [
  own,
  ...all.filter((zone) => zone !== own),
];

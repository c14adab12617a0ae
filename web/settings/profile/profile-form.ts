import { languageOf } from "../../../contract/language-of.ts";
import type { components } from "../../api/routes.d.ts";

/** A profile as the fields of its form. */
export function profileForm(profile: Profile): ProfileForm {
  return {
    displayName: profile.displayName,
    publicHandle: profile.publicHandle ?? "",
    bio: profile.bio ?? "",
    timezone: profile.timezone,
    language: languageOf(profile.locale),
  };
}

/** The body that saves changed fields. An emptied handle or text is given up. */
export function profileBody(
  changes: Partial<ProfileForm>,
): components["schemas"]["ChangeCoachProfile"] {
  const { displayName, publicHandle, bio, timezone, language } = changes;
  return {
    ...(displayName !== undefined && { displayName: displayName.trim() }),
    ...(publicHandle !== undefined && { publicHandle: emptyToNull(publicHandle) }),
    ...(bio !== undefined && { bio: emptyToNull(bio) }),
    ...(timezone !== undefined && { timezone }),
    ...(language !== undefined && { locale: language }),
  };
}

/** The fields of the form. */
export interface ProfileForm extends Readonly<Record<string, string>> {
  readonly displayName: string;
  readonly publicHandle: string;
  readonly bio: string;
  readonly timezone: string;
  readonly language: string;
}

type Profile = Omit<components["schemas"]["OwnCoachProfile"], "updatedAt">;

const emptyToNull = (text: string) => (text.trim() === "" ? null : text.trim());

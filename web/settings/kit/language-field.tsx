import type { ReactNode } from "react";
import { SelectField } from "../../kit/fields/select-field.tsx";
import { LANGUAGES } from "../../texts/i18n.ts";
import { useTexts } from "../../texts/use-texts.ts";
import type { FieldProps } from "./zone-field.tsx";

/** One of the languages of messages. */
export function LanguageField({
  label,
  hint,
  value,
  change,
  isOff = false,
}: FieldProps): ReactNode {
  const { t } = useTexts();
  return (
    <SelectField
      label={label}
      {...(hint !== undefined && { hint })}
      value={value}
      options={LANGUAGES.map((language) => ({
        value: language,
        name: t(`settings.language.${language}`),
      }))}
      change={change}
      isOff={isOff}
    />
  );
}

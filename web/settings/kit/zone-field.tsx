import type { ReactNode } from "react";
import { zoneChoices } from "../../arrival/registration-body.ts";
import { SelectField } from "../../kit/fields/select-field.tsx";

/** A time zone among those that this browser knows. */
export function ZoneField({ label, hint, value, change, isOff = false }: FieldProps): ReactNode {
  const options = zoneChoices(value, Intl.supportedValuesOf("timeZone")).map((zone) => ({
    value: zone,
    name: zone.replaceAll("_", " "),
  }));
  return (
    <SelectField
      label={label}
      {...(hint !== undefined && { hint })}
      value={value}
      options={options}
      change={change}
      isOff={isOff}
    />
  );
}

/** Props of a field in a settings form. */
export interface FieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly change: (value: string) => void;
  readonly isOff?: boolean;
}

import {
  type InputHTMLAttributes,
  type ReactNode,
  type SyntheticEvent,
  useId,
  useState,
} from "react";
import { useTexts } from "../../texts/use-texts.ts";
import { type FieldFault, fieldFault } from "./field-fault.ts";

/**
 * A field with its label above, a hint below, and the sentence of its refusal in the hint's place. With `rows` it takes
 * several lines. A value that the browser does not take is refused in the language of the page, at the field.
 */
export function TextField({
  label,
  hint,
  error: refusal,
  rows,
  value,
  change,
  ...rest
}: Props): ReactNode {
  const { t } = useTexts();
  const id = useId();
  const [fault, setFault] = useState<FieldFault | null>(null);
  const error = fault === null ? refusal : t(fault);
  const isWrong = error !== undefined && error !== null;
  const note = isWrong ? error : hint;
  const shared = {
    ...rest,
    id,
    value,
    className: isWrong ? "input wrong" : "input",
    "aria-invalid": isWrong,
    ...(note !== undefined && { "aria-describedby": `${id}-note` }),
    onChange: ({ target }: { readonly target: { readonly value: string } }) => {
      setFault(null);
      change(target.value);
    },
    onInvalid: (event: SyntheticEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      // Without its own bubble the browser does not move the focus either.
      event.preventDefault();
      const { currentTarget: field } = event;
      setFault(fieldFault(field.validity, field.type));
      if (field.form?.querySelector(":is(input, textarea):invalid") === field) field.focus();
    },
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {rows === undefined ? <input {...shared} /> : <textarea {...shared} rows={rows} />}
      {note !== undefined && (
        <span className={isWrong ? "error" : "hint"} id={`${id}-note`}>
          {note}
        </span>
      )}
    </div>
  );
}

interface Props extends Pick<
  InputHTMLAttributes<HTMLInputElement | HTMLTextAreaElement>,
  | "autoComplete"
  | "autoFocus"
  | "inputMode"
  | "maxLength"
  | "onBlur"
  | "placeholder"
  | "readOnly"
  | "required"
> {
  readonly label: string;
  readonly hint?: string;
  /** Why the value is refused. */
  readonly error?: string | null;
  readonly rows?: number;
  /** Numbers, times and dates take the browser's own input. */
  readonly type?: "date" | "datetime-local" | "email" | "number" | "text" | "time" | "url";
  readonly value: string;
  readonly change: (value: string) => void;
}

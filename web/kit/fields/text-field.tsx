import { type InputHTMLAttributes, type ReactNode, useId } from "react";

/**
 * A field with its label above, a hint below, and the sentence of its refusal in the hint's place. With `rows` it takes
 * several lines.
 */
export function TextField({ label, hint, error, rows, value, change, ...rest }: Props): ReactNode {
  const id = useId();
  const isWrong = error !== undefined && error !== null;
  const note = isWrong ? error : hint;
  const shared = {
    ...rest,
    id,
    value,
    className: isWrong ? "input wrong" : "input",
    "aria-invalid": isWrong,
    ...(note !== undefined && { "aria-describedby": `${id}-note` }),
    onChange: ({ target }: { readonly target: { readonly value: string } }) => change(target.value),
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

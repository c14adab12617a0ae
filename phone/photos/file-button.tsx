import type { ReactNode } from "react";

/** A button that lets the person choose files. */
export function FileButton({ accept, isBusy, isMany, name, onChoose, children }: FileButtonProps) {
  return (
    <label className="btn file">
      <input
        type="file"
        accept={accept}
        multiple={isMany === true}
        disabled={isBusy}
        aria-label={name}
        onChange={({ target }) => {
          const chosen = [...(target.files ?? [])];
          // The same file can then be chosen again.
          target.value = "";
          if (chosen.length > 0) onChoose(chosen);
        }}
      />
      {children}
    </label>
  );
}

interface FileButtonProps {
  /** The content types that can be chosen. */
  readonly accept: string;
  readonly isBusy: boolean;
  readonly isMany?: boolean;
  /** Accessible name, if the label alone is not clear. */
  readonly name?: string;
  readonly onChoose: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

import { useMemo } from "react";
import { usePart } from "../../device/react/use-part.ts";
import { useWatched } from "../../device/react/use-watched.ts";
import { watchedStore } from "../../device/react/watched.ts";
import type { Form, Forms } from "../../device/forms/types.ts";
import type { Scope } from "../../device/types.ts";

/** A form as this device has it, after each change; undefined until it is read, null if it was never read. */
export function useForm(scope: Scope, formAssignmentId: string): OpenForm | undefined {
  const { value: forms } = usePart(scope, "forms");
  const store = useMemo(
    () =>
      forms === undefined
        ? null
        : watchedStore({
            read: async () => ({ forms, form: await forms.form({ formAssignmentId }) }),
            watch: (changed) => scope.watch(changed),
          }),
    [scope, forms, formAssignmentId],
  );
  return useWatched(store).value;
}

/** The part of the library, and the form. */
export interface OpenForm {
  readonly forms: Forms;
  readonly form: Form | null;
}

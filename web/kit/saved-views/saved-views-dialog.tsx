import { type ReactNode, useState } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import { Button } from "../button.tsx";
import { Choices } from "../choices.tsx";
import { Dialog } from "../dialog.tsx";
import { TextField } from "../fields/text-field.tsx";
import { SAVED_LIMITS, faultOfName } from "./saved-views.ts";
import type { SavedList } from "./saved-list.ts";

/**
 * The saved views of a list: one is shown, the present view is saved, or the one that is shown is renamed or deleted.
 */
export function SavedViewsDialog(props: SavedViewsDialogProps): ReactNode {
  const { saved, codes, describe, open, close } = props;
  const { t } = useTexts();
  const { views, current } = saved;
  const title = t("saved.title");
  return (
    <Dialog title={title} close={close}>
      {views.length > 0 && (
        <Choices
          label={title}
          choices={views.map(({ id, name, codes: hint }) => ({ id, name, hint: describe(hint) }))}
          choose={(id) => {
            const view = views.find((known) => known.id === id);
            close();
            if (view !== undefined) open(view);
          }}
        />
      )}
      <p className="soft">
        {current === null
          ? t("saved.present", { view: describe(codes) })
          : t("saved.shown", { name: current.name })}
      </p>
      {/* A view that was just saved is the current one, so the form begins anew. */}
      <NameForm key={current?.id ?? ""} {...props} />
      {saved.isRefused && (
        <p className="error" role="alert">
          {t("saved.refused")}
        </p>
      )}
    </Dialog>
  );
}

interface SavedViewsDialogProps extends SavedList {
  readonly close: () => void;
}

/** Names the present view, or the saved one that is shown. */
function NameForm({ saved, clientNames, close }: SavedViewsDialogProps): ReactNode {
  const { t } = useTexts();
  const { views, current, isFull } = saved;
  const [name, setName] = useState(current?.name ?? "");
  const [isTried, setIsTried] = useState(false);
  const others = views.filter((view) => view !== current).map((view) => view.name);
  const fault = faultOfName(name, { others, clientNames });
  const isOff = current === null && isFull;
  const send = () => {
    setIsTried(true);
    if (fault !== null || isOff) return;
    if (current === null) saved.save(name.trim());
    else saved.rename(current, name.trim());
    close();
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <TextField
        label={t("saved.name")}
        hint={t("saved.hint")}
        error={isTried && fault !== null ? t(`saved.fault.${fault}`) : null}
        maxLength={SAVED_LIMITS.name}
        autoComplete="off"
        autoFocus={views.length === 0}
        value={name}
        change={setName}
      />
      <p className="row-h wrap">
        <Button
          kind="go"
          type="submit"
          offReason={isOff ? t("saved.full", { count: SAVED_LIMITS.views }) : null}
        >
          {t(current === null ? "saved.saveThis" : "saved.rename")}
        </Button>
        {current !== null && (
          <Button
            kind="bad"
            onPress={() => {
              saved.remove(current);
              close();
            }}
          >
            {t("saved.delete", { name: current.name })}
          </Button>
        )}
      </p>
      {isOff && <p className="meta">{t("saved.full", { count: SAVED_LIMITS.views })}</p>}
    </form>
  );
}

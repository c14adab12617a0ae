import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import { useConsole } from "../frame/console-context.ts";
import { PageHead } from "../frame/page-head.tsx";
import { useMe } from "../frame/use-me.ts";
import { useActReason } from "../frame/use-act-reason.ts";
import { Button } from "../kit/button.tsx";
import { useKeys } from "../kit/keys/use-keys.ts";
import { Empty, Failed, Loading } from "../kit/states.tsx";
import { useSettled } from "../kit/hooks/use-settled.ts";
import { useTexts } from "../texts/use-texts.ts";
import { FormFilters } from "./form-filters.tsx";
import { FormTable } from "./form-table.tsx";
import { formsQuery } from "./forms-query.ts";
import { type FormsSearch, formsSearch } from "./forms-search.ts";
import { NewFormDialog } from "./new-form-dialog.tsx";

/** The forms of the workspace: found by title, filtered by status and kind, and a new one. */
export function FormsPage(): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const { workspaceId } = useMe().workspace;
  const offReason = useActReason("forms.manage");
  const search = formsSearch(useSearch({ from: "/forms" }));
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [isMaking, setIsMaking] = useState(false);
  const text = useSettled(typed.trim(), SETTLED_MS);
  const forms = useInfiniteQuery(formsQuery(api, { workspaceId, search, text }));
  const items = forms.data?.pages.flatMap((page) => page.items) ?? [];
  const isFiltered = text !== "" || Object.keys(search).length > 0;
  const change = (changed: FormsSearch) =>
    void navigate({ to: "/forms", search: changed, replace: true });
  const open = (formId: string) => void navigate({ to: "/forms/$formId", params: { formId } });
  const make = () => setIsMaking(true);
  useKeys([
    { keys: ["/"], label: t("forms.key.find"), isShown: true, run: () => field.current?.focus() },
    {
      keys: ["n"],
      label: t("forms.key.new"),
      isShown: true,
      isOff: offReason !== null,
      run: make,
    },
  ]);
  return (
    <>
      <PageHead title={t("forms.title")}>
        <input
          ref={field}
          type="search"
          className="input find"
          aria-label={t("forms.find")}
          placeholder={t("forms.find")}
          maxLength={SEARCH_LENGTH}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={({ key }) => key === "Escape" && setTyped("")}
        />
        <Button kind="go" icon="plus" keys="n" offReason={offReason} onPress={make}>
          {t("forms.new")}
        </Button>
      </PageHead>
      <FormFilters search={search} change={change} />
      {forms.isPending && <Loading />}
      {forms.isError && <Failed error={forms.error} retry={() => void forms.refetch()} />}
      {forms.data && items.length === 0 && (
        <NoForms
          isFiltered={isFiltered}
          offReason={offReason}
          make={make}
          showAll={() => {
            setTyped("");
            change({});
          }}
        />
      )}
      {items.length > 0 && (
        <FormTable
          forms={items}
          open={open}
          more={forms.hasNextPage ? () => void forms.fetchNextPage() : null}
        />
      )}
      {isMaking && (
        <NewFormDialog workspaceId={workspaceId} open={open} close={() => setIsMaking(false)} />
      )}
    </>
  );
}

/** A pause in typing after which the text is searched. */
const SETTLED_MS = 200;

/** As long as the API takes a search. */
const SEARCH_LENGTH = 100;

/** No form to show: there is none at all, or filters and search hide all. */
function NoForms({ isFiltered, offReason, make, showAll }: NoFormsProps): ReactNode {
  const { t } = useTexts();
  if (!isFiltered)
    return (
      <Empty title={t("forms.none")}>
        <p>{t("forms.noneLead")}</p>
        <Button kind="go" offReason={offReason} onPress={make}>
          {t("forms.new")}
        </Button>
      </Empty>
    );
  return (
    <Empty title={t("forms.noneHere")}>
      <p>{t("forms.noneHereLead")}</p>
      <Button onPress={showAll}>{t("forms.showAll")}</Button>
    </Empty>
  );
}

interface NoFormsProps {
  readonly isFiltered: boolean;
  /** Why no form can be made; null if one can. */
  readonly offReason: string | null;
  readonly make: () => void;
  readonly showAll: () => void;
}

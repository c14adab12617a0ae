/** Texts of a page whose client, plan or form cannot be shown, and of the way back to its list. */
export const gone = {
  "gone.back": "Back to the list",
  "gone.title.client": "Client not found",
  "gone.title.plan": "Plan not found",
  "gone.title.form": "Form not found",
  "gone.unread.client": "The client could not be loaded",
  "gone.unread.plan": "The plan could not be loaded",
  "gone.unread.form": "The form could not be loaded",
  "gone.lead.client":
    "The link may belong to another workspace, or this client is not among yours any more.",
  "gone.lead.plan": "The link may belong to another workspace, or the plan does not exist.",
  "gone.lead.form": "The link may belong to another workspace, or the form does not exist.",
  "gone.all.client": "All clients",
  "gone.all.plan": "All plans",
  "gone.all.form": "All forms",
} as const;

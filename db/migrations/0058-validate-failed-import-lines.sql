-- Apart from the migration that added it, so that this takes no lock that anybody waits for.
alter table invitation_import_line validate constraint invitation_import_line_outcome_check;

-- Lines of a document that are gone are found by what is told of their end.
create index change_log_of_gone on change_log (org_id, table_name, id) where operation = 'DELETE';

-- Who may not decide on an approval, whoever passes it to them: who submitted the document, and who made it.
alter table approval add column own_ids uuid[] not null default '{}';
update approval set own_ids = array[starter_id] where status = 1;

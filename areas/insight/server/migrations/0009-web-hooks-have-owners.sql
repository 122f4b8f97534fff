-- Who answers for a hook: who has made it, or turned it on since. Without one it is not sent to.
alter table web_hook add column owner_id uuid default app_user();
alter table web_hook disable trigger user;
update web_hook set owner_id = created_by;
alter table web_hook enable trigger user;

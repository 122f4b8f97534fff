-- The lines of a count are made by it, 20,000 at once: what they began as stands in them. History begins with what people enter.
do $$ begin
  if not exists (select from pg_trigger where tgrelid = 'count_line'::regclass and tgname = 'log_update') then
    perform log_changes_of('count_line');
  end if;
end $$;
drop trigger log_insert on count_line;

-- Seconds are cut, as the server cuts them: rounded up, what is written now would be in the future for half of each second.
create or replace function epoch_now() returns bigint language sql stable
  as $$ select floor(extract(epoch from clock_timestamp()))::bigint $$;

-- What a line was told to earn; null: it had no margin, and is told when it has one.
alter table margin_closed_line add column revenue numeric(20,2)
  generated always as (case when figures ->> 'gap' is null then (figures ->> 'revenue')::numeric end) stored;

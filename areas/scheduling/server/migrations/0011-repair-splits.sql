-- What the last repair made in two parts: the tasks of the rest and of the part, by id; null: nothing.
alter table plan_repair add column parts jsonb;

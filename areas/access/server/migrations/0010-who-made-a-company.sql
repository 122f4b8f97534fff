-- The person who made the company: one makes only some in a day.
alter table org add column made_by uuid references person (id);
create index org_of_maker on org (made_by, created_time) where made_by is not null;

-- With which model and parameters it was computed: a config that says something else by now has not earned its accuracy.
alter table demand_forecast add column chosen jsonb not null default '{}';

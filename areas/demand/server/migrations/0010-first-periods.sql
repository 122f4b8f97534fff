-- Every list asks for the latest period that a grid begins with, and every calculation whether all begin with the current one.
create index supply_demand_plan_by_first on supply_demand_plan (org_id, time_dimension, first_period);

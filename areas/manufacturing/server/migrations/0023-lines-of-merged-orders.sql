-- A work order merged from those of several order lines has no line of its own: which lines it makes for, and how much for each.
alter table mo add column served_line_ids uuid[] not null default '{}', add column served_quantities numeric[] not null default '{}';
create index mo_of_several_lines on mo (org_id, id) where served_line_ids <> '{}';
create index mo_assignment_promised on mo_assignment (org_id, promised_line_id) where promised_line_id is not null;

-- What a report used by material ({material_id, quantity}), out of stock or of what lay at the line. Null: of before it was kept; then the trace knows part of it.
alter table report_record add column uses jsonb;

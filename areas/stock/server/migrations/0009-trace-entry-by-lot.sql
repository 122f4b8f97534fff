-- A trace is asked for by the number of a lot alone.
create index trace_entry_by_lot on trace_entry (org_id, lot_number) where lot_number <> '';

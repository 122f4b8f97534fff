-- Found by how the number begins: a range of bytes, as row-level security lets no pattern be answered by an index.
create index production_task_by_number on production_task (org_id, task_no collate "C");

-- When a time was taken over from finished tasks, and from how many; a change by hand takes the mark away.
alter table cycle_time add column learnt_time bigint, add column learnt_count integer check (learnt_count > 0);

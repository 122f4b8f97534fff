-- When goods that are to be inspected are expected to be released; null for all others.
alter table inventory add column release_time bigint;

-- What it takes to put another mould on a machine.
alter table device add column mould_change_seconds integer not null default 0 check (mould_change_seconds >= 0);

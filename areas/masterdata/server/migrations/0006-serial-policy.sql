-- Whether pieces have numbers of their own: none, noted when known, required.
alter table material add column serial_policy smallint not null default 0;

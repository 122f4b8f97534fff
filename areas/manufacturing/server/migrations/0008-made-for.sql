-- So much of the supply was made or bought for this order: it keeps that as long as it needs it.
alter table mo_assignment add column made_for_quantity numeric(20,6) not null default 0;

-- Of which bounds people know that less is there. Beside the bound: its version and its history are of what people write.
create table stock_bound_told (
  org_id uuid not null default app_org() references org (id),
  bound_id uuid not null,
  told_time bigint not null default epoch_now(),
  primary key (org_id, bound_id),
  foreign key (org_id, bound_id) references stock_bound (org_id, id) on delete cascade
);
insert into stock_bound_told (org_id, bound_id, told_time) select org_id, id, told_time from stock_bound where told_time is not null;
alter table stock_bound drop column told_time;

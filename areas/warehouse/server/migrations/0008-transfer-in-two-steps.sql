-- Goods are sent and received at once, or sent first and received when they have come.
alter table transfer add column steps smallint not null default 1, add column arrival_date bigint, add column sent_time bigint;
alter table transfer_line
  add column received_quantity numeric(20,6) not null default 0 check (received_quantity >= 0),
  add column returned_quantity numeric(20,6) not null default 0 check (returned_quantity >= 0),
  add column lost_quantity numeric(20,6) not null default 0 check (lost_quantity >= 0),
  add column difference_reason text,
  add check (received_quantity + returned_quantity + lost_quantity <= quantity);
update transfer_line l set received_quantity = l.quantity from transfer t
  where t.org_id = l.org_id and t.id = l.transfer_id and t.status = '30';
update transfer set sent_time = updated_time where status = '30';

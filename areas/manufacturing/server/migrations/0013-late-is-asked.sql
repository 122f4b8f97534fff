-- Whether an order is late follows from when it is planned and when it is due: it is asked of these, and is never another.
alter table mo drop column capacity_status, drop column delivery_status;

-- Bins of counts that are going on: a bin is in one count at a time, and nothing moves in it where the count wants it so.
create table bin_in_count (
  org_id uuid not null default app_org() references org (id),
  location_id uuid not null,
  count_id uuid not null,
  frozen boolean not null,
  primary key (org_id, location_id),
  foreign key (org_id, location_id) references location (org_id, id)
);
create index bin_in_count_of_count on bin_in_count (org_id, count_id);

-- A session in which an administrator looks on as the member, reading only: whose eyes they are.
alter table session add column viewer_id uuid;
alter table session add foreign key (org_id, viewer_id) references app_user (org_id, id) on delete cascade;

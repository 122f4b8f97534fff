-- A view ends with the session that began it, however that ends. Those of before have none, and end now.
delete from session where viewer_id is not null;
alter table session add column parent_token_hash text references session (token_hash) on delete cascade;
alter table session add check ((viewer_id is null) = (parent_token_hash is null));
create index session_of_parent on session (parent_token_hash);

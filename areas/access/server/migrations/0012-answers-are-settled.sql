-- The answer to a link stays a proposal until somebody has dealt with it.
alter table share_link add column settled_time bigint, add column settled_by uuid;
create index share_link_to_settle on share_link (org_id, object_type, object_id) where answer_time is not null and settled_time is null;
update share_link set settled_time = answer_time where answer_time is not null;

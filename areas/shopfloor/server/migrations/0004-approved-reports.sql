-- Wages and whoever trusts a figure ask for what somebody has looked at; how long each of the people took, in their order.
alter table report_record add column approved_time bigint;
alter table report_record add column approved_by uuid;
alter table report_record add column user_seconds integer[];
alter table report_record add foreign key (org_id, approved_by) references app_user (org_id, id);
alter table report_record add check (user_seconds is null or cardinality(user_seconds) = cardinality(user_ids));

-- Of a notice that somebody is to answer: the matter it tells of, how that stands, and who has answered.
alter table notice add column case_id uuid, add column case_status smallint, add column answered_by_name text;
create index notice_of_case on notice (org_id, case_id) where case_id is not null;

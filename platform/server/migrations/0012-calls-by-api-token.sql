-- The API token by which a call came; null: a person's session.
alter table audit_log add column api_token_id uuid;

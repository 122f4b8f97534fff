-- The company's logo, one of its files.
alter table org add column logo_attachment_id uuid;
alter table org add foreign key (id, logo_attachment_id) references attachment (org_id, id);

create table custom_field (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  module_code text not null,
  -- key of the values in `custom` of the record's table; never used again for another field
  field_key text not null,
  field_name text not null,
  field_type text not null,
  options text[] not null default '{}',
  required boolean not null default false,
  sequence integer not null,
  enabled smallint not null default 1,
  unique (org_id, module_code, field_key),
  constraint custom_field_name unique (org_id, module_code, field_name) deferrable initially deferred
);

-- Contents in pieces: a file comes in and goes out piece by piece, and no process holds it whole.
-- The owner of the tables moves the contents of all companies; the walls stand again when the tables are secured.
alter table file_content no force row level security;
create table file_piece (
  org_id uuid not null default app_org(),
  sha256 text not null,
  place integer not null,
  content bytea not null,
  primary key (org_id, sha256, place),
  foreign key (org_id, sha256) references file_content (org_id, sha256) on delete cascade
);
alter table file_piece alter column content set storage external;
insert into file_piece (org_id, sha256, place, content)
  select f.org_id, f.sha256, n, substring(f.content from n * 65536 + 1 for 65536)
  from file_content f, generate_series(0, (greatest(length(f.content), 1) - 1) / 65536) n;
alter table file_content drop column content;

alter table excel_file no force row level security;
create table excel_file_piece (
  org_id uuid not null default app_org(),
  file_id uuid not null,
  place integer not null,
  content bytea not null,
  primary key (org_id, file_id, place),
  foreign key (org_id, file_id) references excel_file (org_id, id) on delete cascade
);
alter table excel_file_piece alter column content set storage external;
insert into excel_file_piece (org_id, file_id, place, content)
  select f.org_id, f.id, n, substring(f.content from n * 65536 + 1 for 65536)
  from excel_file f, generate_series(0, (greatest(length(f.content), 1) - 1) / 65536) n;
alter table excel_file drop column content;

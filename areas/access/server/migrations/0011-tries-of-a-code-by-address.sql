-- Tries of a code are counted by the address that they come from. Codes live five minutes: those on their way begin anew.
alter table verify_code add column tries_by jsonb not null default '{}', drop column tries;

-- Pieces that came to be judged with their numbers, and which of them failed.
alter table qc_task add serial_numbers text[] not null default '{}', add failed_serials text[] not null default '{}';

-- Numbers of the pieces that came back, kept until they are judged, and which of them failed.
alter table outsource_receipt add serial_numbers text[] not null default '{}', add failed_serials text[] not null default '{}';

-- Page that opens first for who has the role; null: the first of the menu.
alter table role add column home_path text;

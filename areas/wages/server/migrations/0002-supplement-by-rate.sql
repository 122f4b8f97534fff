-- Nobody typed the amount: the rate of its day makes it, also one that is corrected later.
alter table supplement_sheet add column by_rate boolean not null default false;

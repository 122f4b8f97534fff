-- What was asked for, counted by who asks and from where, for an hour: requests for access, invitations.
create table asking (
  kind text not null,
  -- The person, or the member where nobody has proved to be one; of an invitation that is looked at, its hash.
  account text not null,
  address text not null,
  asked_at bigint not null
);
create index asking_of_account on asking (kind, account, asked_at);
create index asking_of_address on asking (kind, address, asked_at);
create index asking_age on asking (asked_at);

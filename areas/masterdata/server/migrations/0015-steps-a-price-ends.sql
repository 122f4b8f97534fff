-- A step that new prices end, and that none of them takes the place of: it has an old price and no new one, and nothing goes into the list.
alter table price_proposal_line alter column price drop not null, alter column given drop not null,
  add constraint price_proposal_line_given check ((price is null) = (given is null));

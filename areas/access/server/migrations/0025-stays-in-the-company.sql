-- The company's provider vouches for the member, and the company decides what it says: beyond the company nobody has proved
-- to be the person. So it is with a passkey that is added then, or before the person has proved a phone or a mail address.
alter table session add column by_provider boolean not null default false;
alter table session add column stays boolean not null default false;
alter table passkey add column stays boolean not null default false;
-- Who opened the sessions and added the passkeys of before cannot be told.
update passkey k set stays = true from app_user u where u.org_id = k.org_id and u.id = k.user_id
  and (u.person_id is null or exists (select from oidc_identity i where i.org_id = k.org_id and i.user_id = k.user_id));
update session s set stays = true from oidc_identity i where i.org_id = s.org_id and i.user_id = s.user_id;

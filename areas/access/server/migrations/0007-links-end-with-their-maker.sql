-- Links and invitations end with the member who made them.
create index share_link_of_maker on share_link (org_id, created_by) where not revoked;
create index invitation_of_maker on invitation (org_id, created_by);
-- Those of members who are gone already.
update share_link l set revoked = true from app_user u
  where u.org_id = l.org_id and u.id = l.created_by and not l.revoked and (u.status <> 1 or u.dropped);
delete from invitation i using app_user u
  where u.org_id = i.org_id and u.id = i.created_by and (u.status <> 1 or u.dropped);

-- A member who is dropped is no longer known at the provider: whoever is entered again is linked anew.
delete from oidc_identity i using app_user u where u.org_id = i.org_id and u.id = i.user_id and u.dropped;

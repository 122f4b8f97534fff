-- A lock is a choice of a person: who made it, when and why stands with it. What the plan assigns says nothing of this.
alter table mo_assignment add column locked_by uuid, add column locked_time bigint, add column lock_reason text;
-- Likewise what a promise keeps; of older ones nobody knows.
alter table supply_hold add column created_by uuid, add column created_time bigint;
alter table supply_hold alter column created_by set default app_user(), alter column created_time set default epoch_now();

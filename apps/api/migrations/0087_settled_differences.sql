-- What settling a difference has booked: by how much more the books have captured, and given back, from then on.
alter table payment_difference add column booked_captured_minor bigint, add column booked_refunded_minor bigint;
create index payment_difference_settled on payment_difference (payment_id) where status = 'settled';

-- To settle books now, and an order that is ready is called off for nothing within a limit alone: the built-in roles get one, beyond which another
-- person approves it (decisions 0069 and 0079).
update role_grant set limit_minor = limits.minor
  from role, (values ('accounts-manager', 'finance.edit', 500000), ('custumercare-executive', 'cancellation.operate', 50000)) as limits (role, permission, minor)
  where role.id = role_grant.role_id and role.key = limits.role and role_grant.permission = limits.permission and limit_minor is null;

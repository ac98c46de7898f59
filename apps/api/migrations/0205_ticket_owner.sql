-- Who solved a ticket stays its owner: those of before get back whom they lost when they were solved.
update ticket set claimed_by = solved.actor_id, claimed_name = solved.actor_name, claimed_at = solved.at
from ticket as over cross join lateral (
  select actor_id, actor_name, at from audit_entry
  where entity = 'ticket' and entity_id = over.id::text and action = 'solve' and actor_kind = 'staff'
  order by entity_sequence desc limit 1
) as solved
where over.id = ticket.id and over.state in ('solved', 'closed') and over.merged_into is null and over.claimed_by is null
  and exists (select from staff where staff.id = solved.actor_id);

-- Those that somebody has and nobody did anything with for a while are few beside all that were solved.
create index ticket_idle on ticket (updated_at) where claimed_by is not null and state = 'open';

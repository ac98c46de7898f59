import { activeStatuses } from '@larder/contract'
import { sql } from 'kysely'
import { literals } from '#db/literals.ts'

/** How many active orders each rider has, from the active index: riders' histories are never read. */
export const riderLoad = sql<{ rider_id: string; orders: number }>`(
  select rider_id, count(*) as orders from orders
  where status in (${literals(activeStatuses)}) and rider_id is not null
  group by rider_id
)`.as('load')

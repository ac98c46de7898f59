import type { channelContract, Output, Parsed } from '@larder/contract'
import { sql } from 'kysely'
import { withinScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { orderScope } from '../act/policy.ts'

type Feed = Output<typeof channelContract.changes>

interface FeedRows {
  /** The newest number there is, whoever may hear of it. */
  head: number
  /** The oldest number that is still kept. */
  oldest: number | null
  /** The last number that was looked at; null when there was none. */
  last: number | null
  looked: number
  changes: Feed['changes']
}

// Every version but the first has one entry of the timeline that is no note: the newest entries belong to the versions after this one.
const statusThen = sql`(select to_status from (select sequence, to_status, count(*) filter (where type <> 'note')
      over (order by sequence desc rows between unbounded preceding and 1 preceding) as later
    from order_event where order_id = orders.id) as entry
  where to_status is not null and later >= orders.version - looked.version order by sequence desc limit 1)`

/**
 * What happened to the caller's orders after a number, in order, in one statement and so of one moment. Events of others are looked at as
 * well and skipped: the cursor moves on over them, so that no call looks at more than `limit`.
 */
export async function readFeed(ctx: Context, { query: { after, limit } }: Parsed<typeof channelContract.changes>): Promise<Feed> {
  const from = after ?? Number.MAX_SAFE_INTEGER
  const { rows } = await sql<FeedRows>`
    with looked as materialized (select sequence, at, entity_id::uuid as order_id, version, action from event
      where sequence > ${from} and kind = 'changed' and entity = 'order' order by sequence limit ${limit})
    select
      coalesce((select max(sequence) from event), (select case when is_called then last_value else 0 end from event_sequence)) as head,
      (select min(sequence) from event) as oldest,
      (select max(sequence) from looked) as last,
      (select count(*) from looked) as looked,
      (select coalesce(json_agg(json_build_object('sequence', looked.sequence, 'orderId', orders.id, 'version', looked.version,
          'action', looked.action, 'status', ${statusThen}, 'at', to_char(looked.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
          order by looked.sequence), '[]')
        from looked join orders on orders.id = looked.order_id and ${withinScope(ctx, orderScope)}) as changes`.execute(ctx.services.db)
  const { head, oldest, last, looked, changes } = rows[0] ?? { head: 0, oldest: null, last: null, looked: 0, changes: [] }
  if (after === undefined) return { sequence: head, reset: false, isMore: false, changes: [] }
  // A number from the future belongs to a database that is gone; one before the oldest may have missed what was purged.
  if (after > head || (oldest === null ? after < head : after < oldest - 1)) {
    return { sequence: head, reset: true, isMore: false, changes: [] }
  }
  const isMore = looked === limit
  return { sequence: isMore && last !== null ? last : head, reset: false, isMore, changes }
}

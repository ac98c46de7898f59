import { type RawBuilder, sql } from 'kysely'

/** Files of these tasks that were written before are taken away; what is being written begins anew. Answers `id` of each task. */
export function withdrawFiles(theirs: RawBuilder<unknown>): RawBuilder<{ id: string }> {
  return sql`with theirs as (select id from task where ${theirs}),
    emptied as (delete from task_piece using theirs where task_id = theirs.id returning task_id),
    begun as (update task set attempt = attempt + 1, leased_until = now() from theirs where task.id = theirs.id and status = 'running' returning task.id),
    ended as (update task set file_name = null, file_type = null, file_bytes = null, file_expires_at = null, file_reach = null
      from theirs where task.id = theirs.id and status = 'done' and file_name is not null returning task.id)
  select id from begun union select id from ended union select task_id from emptied`
}

/** Data exports of some customers. */
export function dataExportsOf(customerIds: readonly string[]): RawBuilder<unknown> {
  return sql`kind = 'customer-export' and parameters ->> 'customerId' = any(${[...customerIds]}::text[])`
}

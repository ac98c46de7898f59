import { newId } from '@larder/contract'
import type { Examples } from '../world.ts'

/** Good calls of somebody's own tasks, as they stand; none of them runs. */
export const examples: Examples = ({ db, at, somebody }) => {
  const task = async (status: 'queued' | 'done' | 'failed') => {
    const as = await somebody()
    const facts = { kind: 'export', title: `Orders ${newId()}`, parameters: '{}', status }
    const { id } = await db
      .insertInto('task')
      .values({ id: newId(), staff_id: as.id, ...facts, start_after: '2999-01-01T00:00:00.000Z' })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { as, ...at(id, {}) }
  }
  return {
    'task.cancel': () => task('queued'),
    'task.retry': () => task('failed'),
    'task.markRead': () => task('done'),
  }
}

import { exportTypes, newId } from '@larder/contract'
import { sql } from 'kysely'
import { workbookOf } from '../../imports.ts'
import type { Caller } from '../../test-app.ts'
import type { Examples } from '../world.ts'

const sheet = { rows: 1, columns: [{ head: 'Name', field: 'name', remembered: false, sample: [] }] }

/** Good calls of what is done with a change set of a store: another person has made it, and nothing of it runs. */
export const examples: Examples = ({ db, otherAdmin, store, somebody, created }) => {
  const change = { filter: { storeIds: [store.id] }, change: { available: false } }
  const made = async (columns: object, as: Caller = otherAdmin) => {
    const id = await created('/change-sets', { title: 'Monsoon menu', ...change }, as)
    await sql`delete from task where staff_id = ${as.id} and kind = 'change-set'`.execute(db)
    await db.updateTable('change_set').set(columns).where('id', '=', id).execute()
    return id
  }
  const ready = { status: 'validated', stores: 1, changed_rows: 1 }
  const done = async (columns: object, body: object = {}) => ({
    as: await somebody(),
    params: { id: await made(columns) },
    body: { version: 1, ...body },
  })
  const checked = async (body: object = {}) => ({
    params: { id: await made({ ...ready, status: 'awaiting-approval', submitted_id: otherAdmin.id, submitted_by: 'Somebody' }) },
    body: { version: 1, ...body },
  })
  return {
    'change-set.create': async () => ({ as: await somebody(), body: { title: 'Monsoon prices', ...change } }),
    'change-set.look': async () => ({ body: change }),
    'change-set.upload': async () => ({
      params: { id: store.id },
      type: exportTypes.xlsx,
      body: await workbookOf([
        ['Code', 'Name', 'Price'],
        ['M-1', 'Meals', 120],
      ]),
    }),
    'change-set.read': () => done({ sheet: JSON.stringify(sheet), store_id: store.id }, { columns: { Name: 'name' } }),
    'change-set.submit': () => done({ ...ready, needs_approval: 'It changes many records.' }),
    'change-set.approve': () => checked(),
    'change-set.sendBack': () => checked({ reason: 'Too much at once' }),
    'change-set.publish': () => done(ready),
    'change-set.schedule': () => done(ready, { publishAt: '2099-01-01T00:00:00.000Z' }),
    'change-set.unschedule': () => done({ ...ready, status: 'scheduled', publish_at: '2099-01-01T00:00:00.000Z' }),
    'change-set.stop': () => done({ ...ready, status: 'publishing' }),
    'change-set.rollBack': () => done({ ...ready, status: 'published' }, { reason: 'The wrong file' }),
    'change-set.discard': () => done(ready),
    'change-row.correct': async () => {
      const set_id = await made({ ...ready, store_id: store.id })
      const given = { name: `Halwa ${newId()}`, price: 'sixty' }
      const row = { id: newId(), set_id, position: 0, line: 2, store_id: store.id, entity: 'item', kind: 'new', title: 'Halwa' }
      await db
        .insertInto('change_row')
        .values({ ...row, given: JSON.stringify(given), new: JSON.stringify(given), level: 'error' })
        .execute()
      return { params: { id: row.id }, body: { version: 1, given: { price: '60' } } }
    },
  }
}

import { newId } from '@larder/contract'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { migrateToLatest } from '#db/migrate.ts'
import { databaseBefore } from '../../../test/earlier-database.ts'
import { addStore } from '../../../test/factories.ts'
import { addStaff } from '../../../test/test-app.ts'

test('of remedies that somebody has approved already the record tells who, and they stay as they were', async () => {
  const database = await databaseBefore('0268')
  onTestFinished(() => database.drop())
  const { db } = database
  const store = await addStore(db)
  const [giver, lead] = [await addStaff(database, { name: 'Devi Menon' }), await addStaff(database, { name: 'Lena Roy' })]
  const ticketId = newId()
  await sql`insert into ticket (id, number, store_id, branch_id, topic_code, priority, queue, text, source, created_by, answer_due_at, solve_due_at, search)
    values (${ticketId}, 'T-1', ${store.id}, ${store.branch_id}, 'late-order', 'high', 'care', 'An hour late.', 'staff', 'Devi Menon', now(), now(), 't-1')`.execute(
    db,
  )
  const give = async (isChecked: boolean): Promise<string> => {
    const id = newId()
    await sql`insert into remedy (id, ticket_id, kind, store_id, branch_id, amount_minor, currency, reason_code, store_minor, platform_minor, rider_minor,
        proposed, note, by_id, by_name, is_checked)
      values (${id}, ${ticketId}, 'compensation', ${store.id}, ${store.branch_id}, 100, 'INR', 'goodwill', 0, 100, 0, '{}', 'Cold', ${giver.id}, 'Devi Menon', ${isChecked})`.execute(
      db,
    )
    await sql`insert into audit_entry (actor_kind, actor_id, actor_name, action, entity, entity_id, new, request_id, checker_id, checker_name)
      values ('staff', ${giver.id}, 'Devi Menon', 'create', 'remedy', ${id}, '{}', 'r', ${isChecked ? lead.id : null}, ${isChecked ? 'Lena Roy' : null})`.execute(
      db,
    )
    return id
  }
  const [approved, alone] = [await give(true), await give(false)]
  await migrateToLatest(database.url)
  const { rows } = await sql`select id, checked_by, note, version from remedy order by id`.execute(db)
  expect(rows).toEqual([
    { id: approved, checked_by: lead.id, note: 'Cold', version: 1 },
    { id: alone, checked_by: null, note: 'Cold', version: 1 },
  ])
  await expect(sql`update remedy set checked_by = null`.execute(db)).rejects.toThrow('append-only')
})

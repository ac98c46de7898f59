import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditKeys } from '#modules/audit/audit-key.ts'
import { sealAudit } from '#modules/audit/audit-seal.service.ts'
import { verifyAudit } from '#modules/audit/audit-verify.service.ts'
import { act, type OrderWorld, orderWorld, place } from '../../../test/order-world.ts'
import { testConfig } from '../../../test/test-app.ts'

const keys = auditKeys(testConfig)
let world: OrderWorld
/** The entries of one order, by their numbers. */
let entries: number[]
beforeAll(async () => {
  world = await orderWorld()
  const { id } = await place(world)
  await act(world, id, 'cancel', { reason: 'took-too-long' })
  await place(world)
  const rows = await world.db.selectFrom('ledger_entry').select('id').where('entity_id', '=', id).orderBy('id').execute()
  entries = rows.map((row) => row.id)
  await sealAudit(world.db, keys)
})
afterAll(() => world.app.close())

/** What is found once a superuser has done this; then it is undone. */
async function foundAfter(...statements: RawBuilder<unknown>[]) {
  const undo = new Error('undo')
  let broken: unknown
  const undone = world.db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction)
    for (const statement of statements) await statement.execute(transaction)
    broken = (await verifyAudit(transaction, keys)).broken
    throw undo
  })
  await expect(undone).rejects.toBe(undo)
  return broken
}
const at = (place: number) => entries[place] ?? 0
const redoHashes = sql`do $$ declare entry ledger_entry; last ledger_entry; begin
  for entry in select * from ledger_entry order by entity_id, entity_sequence loop
    if last.entity_id is distinct from entry.entity_id then last := null; end if;
    entry.previous_hash := last.hash; entry.hash := ledger_entry_digest(entry); last := entry;
    update ledger_entry set previous_hash = entry.previous_hash, hash = entry.hash where id = entry.id;
  end loop; end $$`

test('untouched, it is sound, and the seals cover it', async () => {
  expect(await foundAfter()).toBeNull()
  const { rows } = await sql<{ missed: number }>`select count(*) as missed from ledger_entry
    where not exists (select from audit_seal where entries @> ledger_entry.id)`.execute(world.db)
  expect(rows[0]?.missed).toBe(0)
})

test.each<[string, RawBuilder<unknown>]>([
  ['an amount', sql`amounts = array[1, -1]::bigint[]`],
  ['an account', sql`accounts = array['bank', 'tax']`],
  ['its day', sql`day = day - 1`],
  ['its kind', sql`kind = 'deposited'`],
  ['its store', sql`store_id = gen_random_uuid()`],
  ['its order', sql`entity_id = gen_random_uuid()`],
])('%s that was changed is found and named, also with every hash redone', async (_, change) => {
  const statement = sql`update ledger_entry set ${change} where id = ${at(1)}`
  const named = { table: 'ledger_entry', id: at(1) }
  expect(await foundAfter(statement)).toEqual({ ...named, because: 'its content was changed' })
  expect(await foundAfter(statement, redoHashes)).toMatchObject(named)
})

test('an entry that was taken out is found, at the end of an order too', async () => {
  const gone = { id: at(3), because: 'it, or the ledger_entry of its number, was sealed and is gone' }
  expect(await foundAfter(sql`delete from ledger_entry where id = ${at(3)}`)).toMatchObject(gone)
  expect(await foundAfter(sql`delete from ledger_entry where id = ${at(1)}`)).toMatchObject({ id: at(1) })
})

test('two that changed places are found', async () => {
  const swap = [
    sql`update ledger_entry set id = -1 where id = ${at(0)}`,
    sql`update ledger_entry set id = ${at(0)} where id = ${at(1)}`,
    sql`update ledger_entry set id = ${at(1)} where id = -1`,
  ]
  expect(await foundAfter(...swap)).toEqual({ table: 'ledger_entry', id: at(0), because: `it changed places with ledger_entry ${at(1)}` })
})

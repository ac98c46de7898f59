import type { BulkChange, BulkFilter, ChangeSetStatus, Meanwhile, Missing, Sheet } from '@larder/contract'
import { type Selectable, sql } from 'kysely'
import type { Database, ReadDatabase } from '#db/database.ts'
import type { ChangeSet } from '#db/schema.gen.ts'
import type { Context, Work } from '#kit/context.ts'
import type { NamesById } from './words.ts'

/** What one task does to a set. */
export type SetAct = 'work-out' | 'read' | 'publish' | 'roll-back'
export interface SetParameters {
  setId: string
  act: SetAct
}

export type StoredSet = Omit<Selectable<ChangeSet>, 'status' | 'meanwhile' | 'missing' | 'filter' | 'change' | 'sheet'> & {
  status: ChangeSetStatus
  meanwhile: Meanwhile
  missing: Missing
  filter: BulkFilter | null
  change: BulkChange | null
  sheet: (Sheet & { columns: Sheet['columns'] }) | null
}

export async function readSet(db: Pick<ReadDatabase, 'selectFrom'>, id: string): Promise<StoredSet> {
  return (await db.selectFrom('change_set').selectAll().where('id', '=', id).executeTakeFirstOrThrow()) as StoredSet
}

/** Keeps who has a part in what a set writes: they do not approve it. */
export async function noteMaker({ actor }: Context, { db }: Work, id: string): Promise<void> {
  if (actor.kind !== 'staff') return
  await sql`update change_set set maker_ids = maker_ids || ${actor.id}::uuid where id = ${id} and ${actor.id} <> all(maker_ids)`.execute(db)
}

/** What tax profiles are called, by their ids. */
export async function readNames(db: Database | ReadDatabase): Promise<NamesById> {
  const rows = await (db as ReadDatabase).selectFrom('tax_profile').select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

type Step = Partial<Omit<Selectable<ChangeSet>, 'id' | 'filter' | 'change' | 'sheet'>>

/** Moves a set on as a part of a unit, with its entry and event. */
export async function moveSet({ db, record }: Work, set: StoredSet, action: string, columns: Step, at: string): Promise<void> {
  const version = set.version + 1
  await db
    .updateTable('change_set')
    .set({ ...columns, version, updated_at: at })
    .where('id', '=', set.id)
    .execute()
  const old = Object.fromEntries(Object.keys(columns).map((key) => [key, set[key as keyof StoredSet] ?? null]))
  record({
    entity: 'change-set',
    id: set.id,
    version,
    action,
    old,
    new: columns,
    permission: 'change-set.view',
    branchId: set.branch_id,
    storeId: set.store_id,
  })
}

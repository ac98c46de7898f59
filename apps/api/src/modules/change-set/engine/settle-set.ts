import { movePercent, newId } from '@larder/contract'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { RunningTask, Services } from '#kit/context.ts'
import { format } from '#kit/format.ts'
import { readSetting } from '#kit/settings.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { keepClaim } from './claim.ts'
import { countPublishable, countRows, isPublishable, placeStores } from './rows.ts'
import { categoryKey } from './store-rows.ts'
import { moveSet, readSet, type StoredSet } from './stored-set.ts'

/** Why another person has to approve what so many rows change, and by how much at most; null where nobody has to. */
export async function whyApproval(services: Services, rows: number, movePpm: number): Promise<string | null> {
  const [mostRows, mostPercent] = await Promise.all([
    readSetting(services, 'changeSet.approvalRows'),
    readSetting(services, 'changeSet.approvalPercent'),
  ])
  const { number } = format()
  if (movePpm > mostPercent * 10_000)
    return `A price moves by ${number(movePercent(movePpm))} %: more than the ${number(mostPercent)} % that are published without approval.`
  if (rows > mostRows) return `It changes ${number(rows)} records: more than the ${number(mostRows)} that are published without approval.`
  return null
}

/** A file that lacks more of the menu than it has may be of another store, or a part: somebody else looks before it is taken off sale. */
function whyOffSale(missing: number, there: number): string | null {
  if (missing <= there) return null
  const { number } = format()
  return `${missing === 1 ? '1 item becomes' : `${number(missing)} items become`} unavailable: more of the menu than the file has.`
}

const isOnSale = sql<boolean>`(item.available and item.stock is distinct from 0)`

/** Whatever takes more of a store's menu off sale than stays on it is looked at by somebody else, whichever field does it. */
async function whyLessOnSale(db: Database, id: string): Promise<string | null> {
  const { rows } = await sql<{ store: string; items: number }>`
    with taken as (
      select change_row.store_id, count(*)::int as items from change_row join item on item.id = change_row.record_id
      where set_id = ${id} and ${isPublishable} and ${isOnSale} and (new ->> 'available' = 'false' or new ->> 'stock' = '0') group by 1)
    select store.display_name as store, taken.items from taken join store on store.id = taken.store_id
    where taken.items * 2 > (select count(*) from item where item.store_id = taken.store_id and ${isOnSale})
    order by taken.items desc, store.id limit 1`.execute(db)
  const [most] = rows
  if (!most) return null
  const go = most.items === 1 ? '1 item goes off sale' : `${format().number(most.items)} items go off sale`
  return `${go} at ${most.store}: more than ${most.items === 1 ? 'stays' : 'stay'} on sale there.`
}

/** The columns of a set whose rows stand: what they come to, and whether another person has to approve it. */
export async function columnsOfRows(services: Services, db: Database, id: string) {
  await placeStores(db, id)
  const counts = await countRows(db, id)
  const { published_rows: _published, left_out_rows: _left, kept_rows: _kept, there_rows, ...rows } = counts
  const { missing } = await db.selectFrom('change_set').select('missing').where('id', '=', id).executeTakeFirstOrThrow()
  const offSale = missing === 'unavailable' ? counts.missing_rows : 0
  const needs_approval =
    whyOffSale(offSale, there_rows) ??
    (await whyLessOnSale(db, id)) ??
    (await whyApproval(services, await countPublishable(db, id), counts.largest_move_ppm))
  return { ...rows, needs_approval }
}

/** The rows of a set are all there: it can be looked at, mended and published. */
export async function settleSet(task: RunningTask, { id }: StoredSet): Promise<number> {
  const ctx = await task.owner('change-set.create')
  return unitOfWork({ ...ctx, alongside: (db) => keepClaim(db, task.claim) }, async (work) => {
    await sql`select from change_set where id = ${id} for no key update`.execute(work.db)
    const set = await readSet(work.db, id)
    const columns = await columnsOfRows(task.services, work.db, id)
    if (set.status === 'draft') await moveSet(work, set, 'validate', { status: 'validated', ...columns }, ctx.clock.instant())
    else work.nothing()
    return columns.new_rows + columns.changed_rows + columns.missing_rows + columns.same_rows + columns.error_rows
  })
}

interface NamedCategory {
  store_id: string
  name: string
}

const categoryOf = ({ store_id, name }: NamedCategory) => `${store_id} ${categoryKey(name)}`

/** Adds a row for each category that rows name, and that neither their store's menu has nor a row adds. */
export async function addCategories(db: Database, setId: string): Promise<void> {
  const { rows } = await sql<NamedCategory>`
    select store_id, new ->> 'category' as name from change_row
    where set_id = ${setId} and new ? 'category' and level is distinct from 'error' group by store_id, name order by store_id, min(position)`.execute(
    db,
  )
  if (rows.length === 0) return
  const stores = [...new Set(rows.map(({ store_id }) => store_id))]
  const { rows: known } = await sql<NamedCategory>`
    select store_id, name from menu_category where store_id = any(${stores}::uuid[])
    union all select store_id, title from change_row where set_id = ${setId} and entity = 'menu-category'`.execute(db)
  const there = new Set(known.map(categoryOf))
  const made = [...new Map(rows.toReversed().map((row) => [categoryOf(row), row])).entries()]
    .toReversed()
    .filter(([key]) => !there.has(key))
    .map(([, row]) => row)
  await sql`insert into change_row (id, set_id, position, store_id, entity, kind, title, new)
    select id, ${setId}, last.position + place, store_id, 'menu-category', 'new', name, '{}'
    from json_to_recordset(${JSON.stringify(made.map((row, at) => ({ ...row, id: newId(), place: at + 1 })))})
      as category (id uuid, place int, store_id uuid, name text),
      (select max(position) as position from change_row where set_id = ${setId}) as last`.execute(db)
}

import { exportTypes } from '@larder/contract'
import { sql } from 'kysely'
import { withinScope } from '#kit/authorize.ts'
import type { Context, RunningTask, TaskKind, TaskResult } from '#kit/context.ts'
import { writeCsv } from '#kit/export/csv.ts'
import { format } from '#kit/format.ts'
import type { Change } from '#kit/record/change.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { TaskEnd } from '#kit/work/running-task.ts'
import { workOut } from '../bulk/work-out.ts'
import { readFile } from '../upload/read-file.ts'
import { keepClaim } from './claim.ts'
import { publishStore } from './publish-store.ts'
import { resultLines } from './result.ts'
import { countPublishable, countRows, leaveErrorsOut } from './rows.ts'
import type { StoreWork } from './store-rows.ts'
import { moveSet, readNames, readSet, type SetParameters, type StoredSet } from './stored-set.ts'
import { takeBackStore } from './take-back-store.ts'

/**
 * What a change set does that takes long. Rows are worked out anew where that was broken off; publishing and taking back go store by store, some at once,
 * each in one transaction, and go on with the stores that are left.
 */
export const changeSetKind: TaskKind = { name: 'change-set', atOnce: 2, retries: 10, run }

async function run(task: RunningTask): Promise<TaskResult> {
  const { setId, act } = task.claim.parameters as SetParameters
  const set = await readSet(task.services.db, setId)
  if (act === 'work-out') return workOut(task, set)
  if (act === 'read') return readFile(task, set)
  return act === 'publish' ? goThrough(task, set, publishing) : goThrough(task, set, takingBack)
}

const storesAtOnce = 3

interface Way {
  during: StoredSet['status']
  ends: 'published' | 'rolled-back'
  stamp: 'published_at' | 'rolled_back_at'
  /** Which stores are left. */
  left: ReturnType<typeof sql<boolean>>
  action: string
  store(on: StoreWork, set: StoredSet, progress: (rows: number) => Promise<void>): Promise<void>
}

const publishing: Way = {
  during: 'publishing',
  ends: 'published',
  stamp: 'published_at',
  left: sql<boolean>`published_at is null`,
  action: 'finishPublishing',
  store: (on, set, progress) => publishStore(on, set.meanwhile, progress),
}
const takingBack: Way = {
  during: 'rolling-back',
  ends: 'rolled-back',
  stamp: 'rolled_back_at',
  left: sql<boolean>`published_at is not null and rolled_back_at is null`,
  action: 'finishRollingBack',
  store: (on, _set, progress) => takeBackStore(on, progress),
}

async function goThrough(task: RunningTask, set: StoredSet, way: Way): Promise<TaskResult> {
  if (set.status === way.during) {
    await goThroughStores(task, set, way)
    await finish(task, set, way)
  }
  const counts = await countRows(task.services.db, set.id)
  const sizeBytes = await task.keepFile(writeCsv(resultLines(task, set)))
  const { published_rows, left_out_rows, kept_rows } = counts
  const words =
    way === publishing
      ? `${format().number(published_rows)} published, ${format().number(left_out_rows)} left out`
      : `Taken back${kept_rows > 0 ? `, ${format().number(kept_rows)} kept in part` : ''}`
  const file = { name: `change-set-${set.id.slice(-12)}.csv`, type: exportTypes.csv, sizeBytes }
  return { words, file, facts: { published: published_rows, leftOut: left_out_rows, kept: kept_rows } }
}

async function storesLeft({ services }: RunningTask, { id }: StoredSet, { left }: Way): Promise<string[]> {
  const { rows } = await sql<{
    store_id: string
  }>`select store_id from change_set_store where set_id = ${id} and ${left} order by store_id`.execute(services.db)
  return rows.map(({ store_id }) => store_id)
}

/** Some stores at once: what one of them takes is mostly the disk's. */
async function goThroughStores(task: RunningTask, set: StoredSet, way: Way): Promise<void> {
  const total = await countPublishable(task.services.db, set.id)
  const left = (await storesLeft(task, set, way)).values()
  let { done } = task.claim
  let isFailing = false
  const progress = async (rows: number) => {
    done += rows
    await task.progress(Math.min(done, total), total)
  }
  const goOn = async () => {
    for (const id of left) {
      if (isFailing) return
      await goThroughStore(task, set, way, id, progress).catch((error: unknown) => {
        isFailing = true
        throw error
      })
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: storesAtOnce }, goOn))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
}

async function goThroughStore(
  task: RunningTask,
  set: StoredSet,
  way: Way,
  storeId: string,
  progress: (rows: number) => Promise<void>,
): Promise<void> {
  const ctx = await task.owner('change-set.edit')
  const store = await reachStore(ctx, storeId)
  const names = await readNames(ctx.db)
  await unitOfWork({ ...ctx, alongside: (db) => keepClaim(db, task.claim) }, async (work) => {
    work.tie(set.id)
    const at = ctx.clock.instant()
    let records = 0
    const record = (change: Change) => {
      records += 1
      work.record(change)
    }
    await way.store({ ctx, work: { ...work, record }, setId: set.id, store, names, at }, set, progress)
    await sql`update change_set_store set ${sql.ref(way.stamp)} = ${at} where set_id = ${set.id} and store_id = ${storeId}`.execute(work.db)
    if (records === 0) work.nothing()
  })
}

async function finish(task: RunningTask, { id }: StoredSet, { during, ends, stamp, action }: Way): Promise<void> {
  const ctx = await task.owner('change-set.edit')
  await unitOfWork({ ...ctx, alongside: (db) => keepClaim(db, task.claim) }, async (work) => {
    await sql`select from change_set where id = ${id} for no key update`.execute(work.db)
    const set = await readSet(work.db, id)
    if (set.status !== during) return work.nothing()
    const at = ctx.clock.instant()
    if (ends === 'published') await leaveErrorsOut(work.db, id, at)
    const { published_rows, left_out_rows, kept_rows } = await countRows(work.db, id)
    const counts = ends === 'published' ? { published_rows, left_out_rows } : { kept_rows }
    await moveSet(work, set, action, { status: ends, status_reason: null, [stamp]: at, ...counts }, at)
    if (ends === 'published') await work.db.deleteFrom('change_set_file').where('set_id', '=', id).execute()
  })
}

type Reached = StoreWork['store']

async function reachStore(ctx: Context, storeId: string): Promise<Reached> {
  const found = await ctx.db
    .selectFrom('store')
    .select(['id', 'branch_id', 'currency'])
    .where('id', '=', storeId)
    .where(withinScope(ctx, { branch: 'store.branch_id', store: 'store.id' }))
    .executeTakeFirst()
  if (!found) throw new TaskEnd('A store of it is out of the reach of whoever published it.')
  return found
}

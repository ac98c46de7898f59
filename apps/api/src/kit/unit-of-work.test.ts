import { newId, settings } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../test/test-app.ts'
import { findStaffActor } from './access/lookup.ts'
import { systemContext } from './access/system-actor.ts'
import type { Context, Work } from './context.ts'
import { Refusal } from './errors.ts'
import type { Change } from './record/change.ts'
import { readSetting } from './settings.ts'
import { unitOfWork } from './unit-of-work.ts'

let app: TestApp
let ctx: Context

beforeAll(async () => {
  app = await testApp({ contracts: {}, modules: [] })
  ctx = systemContext(app.services, 'cuisine.create')
})
afterAll(() => app.close())

const changeOf = (id: string, more: Partial<Change> = {}): Change => ({
  entity: 'cuisine',
  id,
  version: 1,
  action: 'create',
  old: null,
  new: { id },
  permission: 'setting.view',
  branchId: null,
  storeId: null,
  ...more,
})

async function addCuisine(work: Work, id: string): Promise<void> {
  await work.db
    .insertInto('cuisine')
    .values({ id, name: `Cuisine ${id}` })
    .execute()
}

async function traces(id: string) {
  const { db } = app.database
  const rows = await db.selectFrom('cuisine').select('id').where('id', '=', id).execute()
  const entries = await db.selectFrom('audit_entry').selectAll().where('entity_id', '=', id).execute()
  const events = await db.selectFrom('event').selectAll().where('entity_id', '=', id).orderBy('id').execute()
  return { rows: rows.length, entries, events }
}

describe('unit of work', () => {
  it('leaves the row, one audit entry and its events, and answers what the callback answered', async () => {
    const id = newId()
    const answer = await unitOfWork(ctx, async (work) => {
      await addCuisine(work, id)
      work.record(changeOf(id, { reason: 'because' }))
      work.notify({ ...changeOf(id), kind: 'message', entityId: id, payload: { title: 'Hello' } })
      return { id }
    })
    expect(answer).toEqual({ id })
    const { rows, entries, events } = await traces(id)
    expect(rows).toBe(1)
    expect(entries).toMatchObject([
      {
        action: 'create',
        entity: 'cuisine',
        entity_sequence: 1,
        actor_kind: 'system',
        actor_name: 'Larder',
        request_id: ctx.requestId,
        reason: 'because',
        new: { id },
      },
    ])
    expect(events).toMatchObject([
      { kind: 'changed', action: 'create', version: 1, permission: 'setting.view', payload: null },
      { kind: 'message', payload: { title: 'Hello' } },
    ])
  })

  it.each<[string, (work: Work, id: string) => void]>([
    ['records nothing', () => undefined],
    [
      'records two changes',
      (work, id) => {
        work.record(changeOf(id))
        work.record(changeOf(id))
      },
    ],
    [
      'records a change and says there was nothing to do',
      (work, id) => {
        work.record(changeOf(id))
        work.nothing()
      },
    ],
  ])('rolls back a unit that %s', async (_what, end) => {
    const id = newId()
    const unit = unitOfWork(ctx, async (work) => {
      await addCuisine(work, id)
      end(work, id)
    })
    await expect(unit).rejects.toThrow('exactly one change')
    expect(await traces(id)).toEqual({ rows: 0, entries: [], events: [] })
  })

  it('rolls the change back when its audit entry can not be written', async () => {
    const id = newId()
    const unit = unitOfWork(ctx, async (work) => {
      await addCuisine(work, id)
      work.record(changeOf(id, { branchId: 'not a uuid' }))
    })
    await expect(unit).rejects.toMatchObject({ code: '22P02' })
    expect(await traces(id)).toEqual({ rows: 0, entries: [], events: [] })
  })

  it('leaves no trace of a unit that had nothing to do', async () => {
    const id = newId()
    await unitOfWork(ctx, async (work) => work.nothing())
    expect(await traces(id)).toEqual({ rows: 0, entries: [], events: [] })
  })

  it('keeps only the fields that differ, and no secret', async () => {
    const id = newId()
    const old = { id, name: 'A', password_hash: 'x', tags: ['a'], bank: { accountNumber: '123', holder: 'H' }, bytes: Buffer.from('x') }
    await unitOfWork(ctx, async (work) => {
      work.record(
        changeOf(id, {
          action: 'update',
          old,
          new: { ...old, name: 'B', password_hash: 'y', bank: { accountNumber: '456', holder: 'H' }, token: null },
        }),
      )
    })
    const [entry] = (await traces(id)).entries
    expect(entry?.old).toEqual({ name: 'A', password_hash: '[hidden]', bank: { accountNumber: '[hidden]', holder: 'H' }, token: null })
    expect(entry?.new).toEqual({ name: 'B', password_hash: '[hidden]', bank: { accountNumber: '[hidden]', holder: 'H' }, token: null })
  })

  it('acts after the commit, once, and survives an act that fails', async () => {
    const id = newId()
    const seen: number[] = []
    await unitOfWork(ctx, async (work) => {
      await addCuisine(work, id)
      work.record(changeOf(id))
      work.afterCommit(() => {
        throw new Error('ignored')
      })
      work.afterCommit(() => seen.push(1))
      expect(seen).toEqual([])
    })
    expect(seen).toEqual([1])
  })

  it('runs again as a whole after a deadlock, until both are done', async () => {
    const [a, b] = [newId(), newId()]
    await unitOfWork(ctx, async (work) => {
      await addCuisine(work, a)
      await addCuisine(work, b)
      work.record(changeOf(a))
    })
    let runs = 0
    const locked = [promiseToKeep(), promiseToKeep()] as const
    const raise = (first: string, second: string, mine: Kept, other: Kept) =>
      unitOfWork(ctx, async (work) => {
        runs++
        await work.db.updateTable('cuisine').set({ sort: sql`sort + 1` }).where('id', '=', first).execute()
        mine.keep()
        await other.kept
        await work.db.updateTable('cuisine').set({ sort: sql`sort + 1` }).where('id', '=', second).execute()
        work.record(changeOf(first, { action: 'update', version: 2 }))
      })
    await Promise.all([raise(a, b, locked[0], locked[1]), raise(b, a, locked[1], locked[0])])
    // The one that begins anew may lock its first row before the other one, woken by its end, gets to it: then they meet once more.
    expect(runs).toBeGreaterThan(2)
    const sorts = await app.database.db.selectFrom('cuisine').select('sort').where('id', 'in', [a, b]).execute()
    expect(sorts).toEqual([{ sort: 2 }, { sort: 2 }])
  })

  it('reads settings and people also where units hold every connection that writes', async () => {
    const { id: staffId } = await app.addStaff()
    app.services.settings.forget()
    const units = Array.from({ length: 16 }, () =>
      unitOfWork(ctx, async (work) => {
        work.nothing()
        await sql`select 1`.execute(work.db)
        return [await readSetting(app.services, 'installation.name'), (await findStaffActor(app.services, staffId))?.id]
      }),
    )
    expect(await Promise.all(units)).toEqual(Array(16).fill([settings['installation.name'].initial, staffId]))
  })

  it('gives up with 503 when it never gets through', async () => {
    let runs = 0
    const unit = unitOfWork(ctx, async (work) => {
      runs++
      await sql`do $$ begin raise exception 'again' using errcode = 'serialization_failure'; end $$`.execute(work.db)
    })
    await expect(unit).rejects.toThrow(Refusal)
    await expect(unit).rejects.toMatchObject({ kind: 'unavailable', retryAfterSeconds: 1 })
    expect(runs).toBe(5)
  })

  it('chains the entries of one record even when first ones race', async () => {
    const id = newId()
    await Promise.all(Array.from({ length: 6 }, () => unitOfWork(ctx, async (work) => work.record(changeOf(id)))))
    const { entries } = await traces(id)
    expect(entries.map(({ entity_sequence }) => entity_sequence).sort()).toEqual([1, 2, 3, 4, 5, 6])
  })
})

interface Kept {
  kept: Promise<void>
  keep: () => void
}

function promiseToKeep(): Kept {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { kept: promise, keep: resolve }
}

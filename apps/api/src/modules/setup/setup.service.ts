import { keysOf, type Parsed, type Setup, type SetupStep, type setupContract, setupSteps } from '@larder/contract'
import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { readOnly } from '#db/database.ts'
import type { Context } from '#kit/context.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'

type Counts = Record<Exclude<SetupStep, 'marketplace' | 'tax'>, number>

/** The administrator who sets it up is there from the start: colleagues are those beside them. */
const enough: Counts = { branch: 1, area: 1, people: 2, channel: 1 }

export function readSetup(ctx: Context): Promise<Setup> {
  return tellSetup(ctx.db)
}

async function tellSetup(db: ReadDatabase): Promise<Setup> {
  const { rows } = await sql<Counts & { confirmed: SetupStep[] }>`select
    (select count(*)::int from branch where status = 'active') as branch,
    (select count(*)::int from area where active) as area,
    (select count(*)::int from staff where status in ('active', 'invited')) as people,
    (select count(*)::int from channel_key where revoked_at is null) as channel,
    array(select key from setup_step) as confirmed`.execute(db)
  const { confirmed = [], ...counts } = rows[0] ?? {}
  const steps = keysOf(setupSteps).map((key) => {
    if (key === 'marketplace' || key === 'tax') return { key, isDone: confirmed.includes(key), count: null }
    const count = (counts as Partial<Counts>)[key] ?? 0
    return { key, isDone: count >= enough[key], count }
  })
  return { isDone: steps.every(({ isDone }) => isDone), steps }
}

export async function confirmStep(ctx: Context, { params: { step } }: Parsed<typeof setupContract.confirm>): Promise<Setup> {
  return unitOfWork(ctx, async (work) => {
    const inserted = await work.db
      .insertInto('setup_step')
      .values({ key: step })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('key')
      .executeTakeFirst()
    const heardBy = { permission: 'setting.edit', branchId: null, storeId: null } as const
    if (inserted) work.record({ entity: 'setup', id: step, version: 1, action: 'confirm', old: null, new: null, ...heardBy })
    else work.nothing()
    return tellSetup(readOnly(work.db))
  })
}

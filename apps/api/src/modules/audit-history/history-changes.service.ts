import type { AuditEntry } from '@larder/contract'
import type { Context } from '#kit/context.ts'
import { readSetting } from '#kit/settings.ts'
import { withNames } from './history.names.ts'
import { changesOf } from './history.present.ts'

type Described = Pick<AuditEntry, 'changes' | 'names'>

/** Two sides of each record as its history would tell them: the fields that differ, and what ids in them are called. */
export async function describeChanges(ctx: Context, sides: readonly { old: unknown; new: unknown }[]): Promise<Described[]> {
  const currency = await readSetting(ctx.services, 'installation.currency')
  return withNames(
    ctx,
    sides.map((side) => ({ changes: changesOf(side.old, side.new, currency), names: {} })),
  )
}

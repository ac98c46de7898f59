import { type Approval, allContracts, type Contract, isId, maskPhone } from '@larder/contract'
import type { Context } from '#kit/context.ts'
import type { OwnRow } from '#kit/resource/declaration.ts'
import { describeChanges } from '#modules/audit-history/history.service.ts'

type Row = Pick<OwnRow<'approval'>, 'id' | 'operation' | 'entity' | 'entity_id' | 'old' | 'new'>
type Told = Pick<Approval, 'changes' | 'names' | 'about' | 'effect'>

/** By operation what comes of it, of those that say so. */
const effects: ReadonlyMap<string, string> = new Map(
  Object.values<Contract>(allContracts)
    .flatMap((contract) => Object.values(contract))
    .flatMap(({ name, shape: { approval } }) => (approval?.effect ? [[name, approval.effect]] : [])),
)

/** What requests tell of what they ask for, by their ids: what changes, whose record it is, and what comes of it. */
export async function toldOf(ctx: Context, rows: readonly Row[]): Promise<ReadonlyMap<string, Told>> {
  const [described, phones] = await Promise.all([describeChanges(ctx, rows), findPhones(ctx, rows)])
  return new Map(
    rows.map(({ id, operation, entity_id }, at) => {
      const { changes = [], names = {} } = described[at] ?? {}
      const phone = phones.get(entity_id)
      const about = [names[entity_id], phone && maskPhone(phone)].filter(Boolean).join(', ') || null
      return [id, { changes, names, about, effect: effects.get(operation) ?? null }]
    }),
  )
}

// Two customers may be called alike: the last figures say which one it is.
async function findPhones({ db }: Context, rows: readonly Row[]): Promise<ReadonlyMap<string, string | null>> {
  const ids = rows.filter(({ entity, entity_id }) => entity === 'customer' && isId(entity_id)).map(({ entity_id }) => entity_id)
  if (ids.length === 0) return new Map()
  const found = await db.selectFrom('customer').select(['id', 'phone']).where('id', 'in', ids).execute()
  return new Map(found.map(({ id, phone }) => [id, phone]))
}

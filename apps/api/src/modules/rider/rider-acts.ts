import { type Id, needWords, newId, type Parsed, type Rider, type riderContract } from '@larder/contract'
import { inScope } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'
import { type Because, invalid, refuse } from '#kit/errors.ts'
import type { Told } from '#kit/resource/declaration.ts'

interface Row {
  id: string
  branch_id: string
  status: string
  shift_state: string
  active_orders: number
  cash_in_hand_minor: number
}

const because = (reason: Because['reason'], message: string): Because => ({ reason, message })
const left = because('rider-left', 'They have left.')
/** What is said to whoever added or changed one. */
export const ownRider = because('own-rider', 'Somebody else approves whom you added or changed.')
const notActive = because('rider-not-active', 'They do not work at present.')

/** Why something cannot be done with a rider now; null when it can. */
export const whyNot = {
  change: ({ status }: Row) => (status === 'left' ? left : null),
  submit: ({ status }: Row) =>
    status === 'applied' ? null : status === 'left' ? left : because('rider-not-applied', 'They were handed in already.'),
  decide: ({ status }: Row) => (status === 'review' ? null : because('rider-not-in-review', 'They are not in review.')),
  work: ({ status }: Row) => (status === 'active' ? null : notActive),
  unblock: ({ status }: Row) => (status === 'blocked' ? null : because('rider-not-blocked', 'They are not blocked.')),
  leave: ({ status, active_orders, cash_in_hand_minor }: Row) => {
    if (status === 'left') return left
    if (active_orders > 0) return because('rider-holds-something', 'They still carry orders.')
    return cash_in_hand_minor > 0 ? because('rider-holds-something', 'They still hold cash of customers.') : null
  },
  forceOff: ({ status, shift_state }: Row) =>
    status !== 'active' ? notActive : shift_state === 'off' ? because('rider-off-shift', 'They are not on shift.') : null,
  write: ({ status }: Row) => (status === 'active' || status === 'blocked' ? null : notActive),
  note: ({ status }: Row) => (status === 'left' ? left : null),
  /** Refuses what is not complete, with all that is missing. */
  incomplete: (missing: Rider['missing']) => {
    const [first, ...more] = missing
    if (!first) return
    refuse('rider-incomplete', `Missing: ${needWords(missing)}.${more.length === 0 ? ` ${first.because}` : ''}`)
  },
}

type Incident = Omit<Parsed<typeof riderContract.noteIncident>['body'], 'version'>

/** Keeps what staff note of a rider; the order that it is of is one that this rider carried, or carries. */
export async function keepIncident(ctx: Context, { db }: Work, rider: Row, incident: Incident): Promise<Told> {
  const { kind, severity, text: note, orderId = null } = incident
  if (orderId !== null) await checkOrder(ctx, rider.id, orderId)
  const facts = { kind, severity, note, order_id: orderId }
  const { clock, actor } = ctx
  await db
    .insertInto('rider_incident')
    .values({
      id: newId(clock.ms()),
      rider_id: rider.id,
      branch_id: rider.branch_id,
      noted_by: actor.name,
      created_at: clock.instant(),
      ...facts,
    })
    .execute()
  return { old: {}, new: { incident: facts } }
}

async function checkOrder(ctx: Context, riderId: string, orderId: Id<'order'>): Promise<void> {
  const orders = ctx.db.selectFrom('orders').select('id').where('id', '=', orderId).where('rider_id', '=', riderId)
  const order = await inScope(ctx, orders, { branch: 'orders.branch_id', store: 'orders.store_id' }).executeTakeFirst()
  if (!order) invalid({ 'body.orderId': 'is no order of this rider' })
}

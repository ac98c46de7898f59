import {
  addMinutes,
  currentInstant,
  feedbackAboutLabels,
  feedbackKindLabels,
  feedbackStateLabels,
  keysOf,
  msOf,
  newId,
  remedyKindLabels,
  ticketPriorities,
  ticketQueueLabels,
  ticketStateLabels,
} from '@larder/contract'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { addCustomer, addOrder, addRider, type addStore } from '../factories.ts'
import type { SweptProduct } from './swept-product.ts'

type Store = Awaited<ReturnType<typeof addStore>>

/** What the desks look at: orders that somebody handles, that wait for slots, the earlier the later they came in, shifts, reviews, feedback and tickets in every state. */
export async function addVariedDesk(product: SweptProduct, stores: readonly Store[]): Promise<void> {
  const { db } = product.app.database
  const now = currentInstant()
  for (const [index, store] of stores.entries()) {
    const slot_from = addMinutes(now, (10 - index * 2) * 24 * 60 + index * 90)
    await addOrder(db, store, { status: 'scheduled', timing: 'slot', pending_at: null, slot_from, slot_to: addMinutes(slot_from, 60) })
    await addOrder(db, store, { status: 'accepted', claimed_by: product.admin.id, claimed_name: 'Test Person', claimed_at: now })
    const shift = { branchId: store.branch_id, isWholeDesk: false, remark: `Shift ${index}`, notes: [] }
    await product.app.call('POST /hand-overs', { as: product.admin, body: shift })
    await sql`update hand_over set given_at = ${addMinutes(now, -60 * (index + 1))} where remark = ${shift.remark}`.execute(db)
    await addReview(db, product, store, index)
    await addTicket(db, product, store, index)
    await addFeedback(db, product, store, index)
  }
}

async function addReview(db: Database, { admin }: SweptProduct, store: Store, index: number): Promise<void> {
  const order = await addOrder(db, store, { status: 'delivered', payment_state: 'captured' })
  const replied = index === 1 && { reply: 'We are sorry.', replied_by: admin.id, replied_at: currentInstant() }
  const review = {
    id: newId(),
    order_id: order.id,
    store_id: store.id,
    branch_id: store.branch_id,
    food_stars: 1 + (index % 5),
    state: ['pending', 'approved', 'hidden'][index % 3] ?? 'pending',
    ...(index % 3 === 2 && { hidden_because: 'It names a person' }),
    text: `Review ${index}`,
    ...replied,
  }
  await db.insertInto('review').values(review).execute()
}

async function addFeedback(db: Database, { admin }: SweptProduct, store: Store, index: number): Promise<void> {
  const created_at = addMinutes(currentInstant(), -index * 3 * 24 * 60)
  const customer = await addCustomer(db)
  const branch = await db.selectFrom('branch').selectAll().where('id', '=', store.branch_id).executeTakeFirstOrThrow()
  const rider = await addRider(db, branch)
  const order = await addOrder(db, store, { status: 'delivered', customer_id: customer.id, rider_id: rider.id })
  const state = keysOf(feedbackStateLabels)[index % 4] ?? 'new'
  const said = {
    ...{ id: newId(msOf(created_at)), created_at, number: `VF-${index}`, text: `Feedback ${index}`, search: `vf-${index}` },
    ...{ order_id: order.id, customer_id: customer.id, store_id: store.id, rider_id: rider.id, branch_id: store.branch_id, state },
    about: keysOf(feedbackAboutLabels)[index % 3] ?? 'app',
    kind: keysOf(feedbackKindLabels)[index % 4] ?? 'praise',
    stars: index % 2 === 0 ? null : index % 5,
    tags: index % 2 === 0 ? ['packing'] : ['price', 'packing', 'app-search'].slice(index % 3),
    ...(state === 'assigned' && { assigned_to: admin.id }),
    ...(state === 'answered' && { answer: 'We are sorry.', answered_by: admin.id, answered_at: created_at }),
  }
  await db.insertInto('feedback').values(said).execute()
}

async function addTicket(db: Database, { admin }: SweptProduct, store: Store, index: number): Promise<void> {
  const now = currentInstant()
  const customer = await addCustomer(db)
  const branch = await db.selectFrom('branch').selectAll().where('id', '=', store.branch_id).executeTakeFirstOrThrow()
  const rider = await addRider(db, branch)
  const order = await addOrder(db, store, { status: 'delivered', customer_id: customer.id, rider_id: rider.id })
  const state = keysOf(ticketStateLabels)[index % 6] ?? 'open'
  const id = newId()
  const ticket = {
    id,
    number: `V-${index}`,
    topic_code: ['late-order', 'item-missing', 'wrong-item'][index % 3] ?? 'late-order',
    priority: ticketPriorities[index % 4] ?? 'normal',
    queue: keysOf(ticketQueueLabels)[index % 4] ?? 'care',
    state,
    text: `Ticket ${index}`,
    ...{ order_id: order.id, customer_id: customer.id, store_id: store.id, rider_id: rider.id, branch_id: store.branch_id },
    created_by: 'Test Person',
    answer_due_at: addMinutes(now, index % 2 === 0 ? -60 : 60),
    solve_due_at: addMinutes(now, 1000 - index * 10),
    ...(state === 'snoozed' && { snoozed_until: addMinutes(now, 60) }),
    ...(index % 2 === 0 && { claimed_by: admin.id, claimed_name: 'Test Person', claimed_at: now }),
    search: `v-${index}`,
  }
  await db.insertInto('ticket').values(ticket).execute()
  const kind = keysOf(remedyKindLabels)[index % 4] ?? 'credit'
  const of = { customer_id: customer.id, store_id: store.id, branch_id: store.branch_id, currency: 'INR', by_name: 'Test Person' }
  const remedy = {
    ...{ id: newId(), ticket_id: id, kind, order_id: order.id, ...of, amount_minor: 500, reason_code: 'goodwill' },
    ...{ method: kind === 'refund' ? 'manual' : null, store_minor: 0, platform_minor: 500, rider_minor: 0 },
    ...{ proposed: JSON.stringify({ store: 0, platform: 100, rider: 0 }), note: `Remedy ${index}` },
  }
  await db.insertInto('remedy').values(remedy).execute()
  const left = index % 3 === 0 ? 500 : 0
  const credit = {
    id: newId(),
    ...of,
    remedy_id: remedy.id,
    amount_minor: 500,
    left_minor: left,
    expires_at: addMinutes(now, 9000 - index * 700),
  }
  await db
    .insertInto('wallet_credit')
    .values({ ...credit, state: ['open', 'spent', 'expired'][index % 3] ?? 'open' })
    .execute()
}

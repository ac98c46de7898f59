import { addDays, addMinutes, currentInstant, newId } from '@larder/contract'
import type { Insertable } from 'kysely'
import type { Rider } from '../../../src/db/schema.gen.ts'
import { addArea, addBranch, addOrder, addRider } from '../../factories.ts'
import type { Examples } from '../world.ts'

/** Good calls of what is done with a rider, and of what riders are paid. */
export const examples: Examples = ({ app, db, admin, otherAdmin, branch, area, store, at, done }) => {
  const rider = async (given: Partial<Insertable<Rider>>, body: object) => at((await addRider(db, branch, given)).id, body)
  const inReview = async (body: object) => {
    const { id } = await addRider(db, branch, { status: 'applied', shift_state: 'off', vehicle: 'bicycle', area_ids: [area.id] })
    const file = {
      id: newId(),
      content_type: 'image/webp',
      size_bytes: 1,
      width: 1,
      height: 1,
      sha256: Buffer.from(newId()),
      created_by: admin.id,
    }
    await db
      .insertInto('file')
      .values({ ...file, bytes: Buffer.from('x'), small_bytes: Buffer.from('x') })
      .execute()
    const entered = await app.call('POST /bank-accounts', { as: otherAdmin, body: { riderId: id, ...account } })
    if (entered.status !== 200) throw new Error(JSON.stringify(entered.body))
    await db.insertInto('rider_document').values({ rider_id: id, kind: 'identity', number: 'A 1', image_id: file.id }).execute()
    await db.updateTable('rider').set({ status: 'review' }).where('id', '=', id).execute()
    return at(id, body)
  }
  const account = { holder: 'Arun Menon', accountNumber: '50100412345678', accountNumberAgain: '50100412345678', code: 'HDFC0001234' }
  let riders = 0
  const newRider = () => ({
    name: 'Arun Menon',
    phone: `+9198476${String(10_000 + ++riders)}`,
    vehicle: 'scooter',
    branchId: branch.id,
    areaIds: [],
    cashLimit: { minor: 500_000, currency: branch.currency },
    bankHolder: account.holder,
    bankNumber: account.accountNumber,
    bankNumberAgain: account.accountNumberAgain,
    bankCode: account.code,
  })
  let days = 0
  const rule = async (branchId = branch.id) => ({
    branchId,
    startsOn: addDays(currentInstant().slice(0, 10), ++days + 2),
    base: { minor: 2500, currency: 'INR' },
    perKm: { minor: 800, currency: 'INR' },
    freeWaitMinutes: 5,
    perWaitMinute: { minor: 100, currency: 'INR' },
    peakHours: [{ day: 5, opens: '19:00', closes: '22:00' }],
    peakBonus: { minor: 1000, currency: 'INR' },
  })
  const madeRule = async (body: object) => {
    const { create } = (await import('@larder/contract')).allContracts.riderPayRule
    return at((await done(create, { body: await rule() })).id, body)
  }
  /** One who is at work since an hour, and was paid for an order. */
  const working = async () => {
    const { id } = await addRider(db, branch)
    const order = await addOrder(db, store, { rider_id: id, status: 'delivered' })
    const now = currentInstant()
    const shift = { rider_id: id, branch_id: branch.id, day: now.slice(0, 10), began_at: addMinutes(now, -60) }
    await db
      .insertInto('rider_shift')
      .values({ id: newId(), ...shift })
      .execute()
    const place = { order_id: order.id, rider_id: id, branch_id: branch.id, store_id: store.id, rule_id: newId(), day: shift.day }
    const inputs = { delivered_at: now, is_late: false, metres: 2000, waited_minutes: 0, paid_wait_minutes: 0 }
    const prices = { per_km_minor: 800, per_wait_minute_minor: 100, base_minor: 2500, distance_minor: 1600 }
    const rest = { waiting_minor: 0, peak_minor: 0, tip_minor: 0, total_minor: 4100, currency: branch.currency }
    await db
      .insertInto('rider_earning')
      .values({ id: newId(), ...place, ...inputs, ...prices, ...rest })
      .execute()
    return id
  }
  return {
    'rider.create': async () => ({ body: newRider() }),
    'rider.reveal': async () => {
      const { params } = await inReview({})
      return { params, body: { field: 'identity', reason: 'The police asks for it' } }
    },
    'rider.submit': () => rider({ status: 'applied', shift_state: 'off' }, {}),
    'rider.sendBack': () => rider({ status: 'review', shift_state: 'off' }, { reason: 'The licence cannot be read' }),
    'rider.approve': () => inReview({}),
    'rider.block': () => rider({}, { reason: 'Did not come twice', until: addMinutes(currentInstant(), 60) }),
    'rider.unblock': () => rider({ status: 'blocked', shift_state: 'off' }, { reason: 'It was cleared up' }),
    'rider.leave': () => rider({ shift_state: 'off' }, { reason: 'Moved away' }),
    'rider.forceOff': async () => at(await working(), { reason: 'Forgot to sign off' }),
    'rider.moveAreas': async () => rider({}, { areaIds: [(await addArea(db, branch)).id] }),
    'rider.message': () => rider({}, { text: 'Call the office, please.' }),
    'rider.noteIncident': async () => {
      const { id } = await addRider(db, branch)
      const order = await addOrder(db, store, { rider_id: id, status: 'delivered' })
      return at(id, { kind: 'damage', severity: 'low', text: 'A cake was crushed', orderId: order.id })
    },
    'rider-pay-rule.create': async () => ({ body: await rule() }),
    'rider-pay-rule.update': () => madeRule({ freeWaitMinutes: 10 + days }),
    'rider-pay-rule.remove': () => madeRule({}),
    'channel.readRiderMessages': async () => {
      const { id } = await addRider(db, await addBranch(db))
      const message = { id: newId(), rider_id: id, branch_id: branch.id, text: 'Call in', sent_by: 'Somebody' }
      await db.insertInto('rider_message').values(message).execute()
      return { params: { id }, body: { messageId: message.id } }
    },
  }
}

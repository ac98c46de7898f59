import {
  addDays,
  addMinutes,
  currentInstant,
  incidentKindLabels,
  keysOf,
  newId,
  riderStatusLabels,
  severityLabels,
  vehicleLabels,
} from '@larder/contract'
import { addArea, addBranch, addOrder, addRider, addStore } from '../factories.ts'
import type { SweptProduct } from './swept-product.ts'

/** Riders in every state, with shifts, earnings, incidents, messages and papers of two branches. */
export async function addVariedRiders({ app: { database } }: SweptProduct): Promise<void> {
  const { db } = database
  const now = currentInstant()
  const today = now.slice(0, 10)
  const statuses = keysOf(riderStatusLabels)
  const branches = [await addBranch(db, { name: 'Thrissur' }), await addBranch(db, { name: 'Kollam' })]
  for (const [index, status] of statuses.entries()) {
    const branch = branches[index % 2] ?? (await addBranch(db))
    const area = await addArea(db, branch)
    const rider = await addRider(db, branch, {
      status,
      name: `${'zyxwv'[index]} Varied`,
      shift_state: 'off',
      area_ids: [area.id],
      vehicle: keysOf(vehicleLabels)[index % 4] ?? 'van',
      cash_limit_minor: 1000,
      cash_in_hand_minor: index % 2 === 0 ? 2000 : 0,
    })
    const place = { rider_id: rider.id, branch_id: branch.id }
    await db
      .insertInto('rider_document')
      .values({ rider_id: rider.id, kind: 'identity', number: `A ${index}`, expires_on: index % 2 === 0 ? today : '2099-01-01' })
      .execute()
    const day = addDays(today, -index)
    const began_at = addMinutes(now, -index * 24 * 60 - 60)
    await db
      .insertInto('rider_shift')
      .values({ id: newId(Date.parse(began_at)), ...place, day, began_at, ended_at: index === 0 ? null : addMinutes(began_at, 30) })
      .execute()
    await db
      .insertInto('rider_incident')
      .values({
        id: newId(),
        ...place,
        kind: keysOf(incidentKindLabels)[index] ?? 'late',
        severity: keysOf(severityLabels)[index % 3] ?? 'low',
        note: `Note ${index}`,
        noted_by: 'Somebody',
      })
      .execute()
    await db
      .insertInto('rider_message')
      .values({ id: newId(), ...place, text: `Message ${index}`, sent_by: 'Somebody' })
      .execute()
    const order = await addOrder(db, await addStore(db, { branch, area }), { status: 'delivered', rider_id: rider.id })
    await db
      .insertInto('rider_earning')
      .values({
        id: newId(),
        ...place,
        order_id: order.id,
        store_id: order.store_id,
        rule_id: newId(),
        day,
        delivered_at: began_at,
        is_late: false,
        metres: 1000,
        waited_minutes: 0,
        paid_wait_minutes: 0,
        per_km_minor: 800,
        per_wait_minute_minor: 100,
        base_minor: 2500,
        distance_minor: 800,
        waiting_minor: 0,
        peak_minor: 0,
        tip_minor: 0,
        total_minor: 3300,
        currency: 'INR',
      })
      .execute()
  }
}

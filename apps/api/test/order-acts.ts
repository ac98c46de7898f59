import type { OrderWorld } from './order-world.ts'

/** Each act on an order with its path and a body that is right whenever the act itself is; `colleague` takes over what is handed over. */
export const orderActs = {
  release: ['release', () => ({})],
  accept: ['accept', () => ({ prepMinutes: 15 })],
  reject: ['reject', () => ({ reason: 'too-busy' })],
  delay: ['delay', () => ({ minutes: 10 })],
  startPreparing: ['start-preparing', () => ({})],
  markReady: ['mark-ready', () => ({})],
  packWeights: ['pack-weights', () => ({ lines: [{ line: 1, packedGrams: 900 }] })],
  assignRider: ['assign-rider', ({ world }) => ({ riderId: world.rider.id })],
  unassignRider: ['unassign-rider', () => ({})],
  pickUp: ['pick-up', () => ({ reason: 'phone-off' })],
  deliver: ['deliver', () => ({ reason: 'confirmed-by-phone' })],
  collect: ['collect', () => ({})],
  fail: ['fail', () => ({ reason: 'cannot-pay' })],
  cancel: ['cancel', () => ({ reason: 'changed-mind' })],
  restore: ['restore', () => ({ reason: 'customer-asks' })],
  claim: ['claim', () => ({})],
  takeOver: ['take-over', () => ({ note: 'Off sick' })],
  handOver: ['hand-over', ({ colleague }) => ({ staffId: colleague.id })],
  unclaim: ['unclaim', () => ({})],
} as const satisfies Record<string, readonly [string, (on: { world: OrderWorld; colleague: { id: string } }) => object]>
export type OrderAct = keyof typeof orderActs

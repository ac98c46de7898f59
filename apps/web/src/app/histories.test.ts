import {
  allContracts,
  type areaContract,
  type categoryTypeContract,
  type channelKeyContract,
  type crateContract,
  type cuisineContract,
  type machineContract,
  type roleContract,
  type Setting,
  type SettingFacts,
  type SettingKey,
  settings,
  settingValues,
  type storeContract,
  type storeLocationContract,
} from '@larder/contract'
import { expect, test } from 'vitest'
import { account } from '#features/accounts/accounts.resource.tsx'
import { tickets } from '#features/care/tickets.resource.tsx'
import { cashDeposits } from '#features/cash/cash-deposits.resource.tsx'
import { machines } from '#features/machines/machines.resource.tsx'
import { mails } from '#features/mail/mails.resource.tsx'
import { orderHistory } from '#features/orders/order-history.ts'
import { areas } from '#features/settings/areas.resource.tsx'
import { categoryTypes } from '#features/settings/category-types.resource.tsx'
import { channelKeys } from '#features/settings/channel-keys.resource.tsx'
import { crates } from '#features/settings/crates.resource.tsx'
import { cuisines } from '#features/settings/cuisines.resource.tsx'
import { roleHistory } from '#features/settings/role/role-history.ts'
import { settingField } from '#features/settings/setting-field.ts'
import { storeLocations } from '#features/settings/store-locations.resource.tsx'
import { stores } from '#features/stores/stores.resource.tsx'
import { format } from '#kit/format.ts'
import type { DraftOf, ResourceContract } from '#kit/resource/define.ts'
import { historyOf } from '#kit/resource/form/draft.ts'
import { type HistoryWords, tellEntry } from '#kit/resource/record/history-words.ts'
import { auditEntry } from '../testing/audit-entry.ts'
import { histories } from './resources.ts'

const id = '01890000-0000-7000-8000-000000000001'
const gone = '01890000-0000-7000-8000-000000000002'
const money = { minor: 12_345, currency: 'INR' }
const point = { lat: 9.93, lng: 76.26 }

/** A value of every field that can be typed: one that is added to a draft does not compile until it is here. */
type Draft<C extends ResourceContract> = Required<DraftOf<C>>
const group = { name: 'Thai', sort: 3, active: true, imageId: gone }
const area: Draft<typeof areaContract> = {
  branchId: id,
  name: 'Kaloor',
  polygon: [point, { lat: 10, lng: 76 }, { lat: 10, lng: 77 }],
  feeTiers: [{ maxKm: 3, fee: money }],
  minBasket: money,
  surgePpm: 200_000,
  active: false,
}
const store: Draft<Omit<typeof storeContract, 'create'>> = {
  displayName: 'Jyothis Bazaar',
  phone: '+919847012345',
  email: 'shop@example.com',
  address: 'Marine Drive 4',
  point,
  prepMinutes: 15,
  busyExtraMinutes: 10,
  autoAccept: true,
  maxOrdersPerQuarterHour: 4,
  openingHours: [{ day: 1, opens: '09:00', closes: '22:00' }],
  specialDays: [{ date: '2026-12-25', closed: true, note: 'Christmas' }],
  legalName: 'Jyothis Bazaar LLP',
  prepWindows: [{ day: 5, from: '19:00', to: '21:00', extraMinutes: 10 }],
  prepLoads: [{ openOrders: 8, extraMinutes: 5 }],
  deliveryRadiusKm: 4,
  feeTiers: [{ maxKm: 3, fee: money }],
  taxId: '32AABCP1234C1Z5',
  minOrder: money,
  packing: money,
  commissionPlan: 'Standard',
  commissionPpm: 180_000,
  cuisineIds: [id],
  categoryTypeIds: [gone],
}
const crate: Draft<typeof crateContract> = {
  code: 'C-1',
  name: 'Blue crate',
  size: 'medium',
  capacityGrams: 20_000,
  deposit: money,
  stock: 5,
  active: true,
}
const cuisine: Draft<typeof cuisineContract> = group
const categoryType: Draft<typeof categoryTypeContract> = { ...group, vertical: 'restaurant' }
const role: Draft<typeof roleContract> = {
  name: 'Night shift',
  reach: 'branch',
  teamIds: [id],
  grants: [{ permission: 'refund.create', limitMinor: 500 }],
  acknowledged: ['refund'],
}
const machine: Draft<typeof machineContract> = { name: 'Till at the door', storeId: id, kind: 'till' }
const channelKey: Draft<typeof channelKeyContract> = {
  name: 'Till of Fish Cove',
  perMinute: 600,
  kind: 'till',
  reach: 'store',
  placeIds: [id],
  scopes: ['channel:orders'],
}
const storeLocation: Draft<typeof storeLocationContract> = { areaId: id, name: 'North', point, active: true }

const fact = ([key, facts]: [string, SettingFacts]): [string, HistoryWords, object] => {
  const setting: Setting = {
    id: key as SettingKey,
    ...facts,
    ...settingValues(key as SettingKey),
    names: null,
    value: facts.initial,
    follows: null,
    version: 1,
    allowed: [],
  }
  return [key, { fields: [settingField(setting)] }, { value: facts.initial }]
}

test.each<[string, HistoryWords, object]>([
  ['areas', historyOf(areas), area],
  ['stores', historyOf(stores), { ...store, openMode: 'paused', openModeUntil: '2026-11-21T23:51:56.858Z', status: 'live' }],
  ['crates', historyOf(crates), crate],
  ['cuisines', historyOf(cuisines), cuisine],
  ['category types', historyOf(categoryTypes), categoryType],
  ['store locations', historyOf(storeLocations), storeLocation],
  ['roles', roleHistory('INR'), role],
  ['machines', historyOf(machines), machine],
  ['channel keys', historyOf(channelKeys), channelKey],
  [
    'accounts',
    historyOf(account),
    {
      name: 'Meera Thomas',
      phone: '+919847012345',
      email: 'meera@larder.test',
      expiresAt: '2026-11-22T18:30:00.000Z',
      status: 'invited',
      scopeKind: 'branch',
      scopeIds: [id],
      roleId: id,
    },
  ],
  [
    'cash deposits',
    historyOf(cashDeposits),
    { counted: money, expected: money, fromName: 'Anagha Babu', isAll: false, status: 'deposited', remark: 'A note was torn', sequence: 5 },
  ],
  [
    'mail',
    historyOf(mails),
    { status: 'waiting', attempts: 2, because: 'connect ECONNREFUSED', nextAttemptAt: '2026-11-22T18:30:00.000Z' },
  ],
  [
    'orders',
    orderHistory,
    {
      status: 'picked_up',
      paymentState: 'due',
      riderId: id,
      total: money,
      taxes: [{ name: 'CGST', ratePpm: 25_000, base: money, amount: money }],
    },
  ],
  ...Object.entries<SettingFacts>(settings).map(fact),
])('the history of %s speaks in words of every field', (_name, words, sides) => {
  for (const [field, value] of Object.entries(sides)) {
    for (const action of ['create', 'update', 'change', 'setOpenMode']) {
      for (const [old, now] of [
        [null, value],
        [value, null],
      ]) {
        const { what, lines } = tellEntry(entry(action, field, old, now), words, 'Asia/Kolkata')
        const said = [what, ...lines].join('\n')
        expect(said).not.toMatch(/\[object|[{}]|undefined|NaN|minor|[0-9a-f]{8}-[0-9a-f]{4}-|\dT\d\d:\d\d|not finished/)
        expect(said).not.toMatch(/\b(picked_up|isActive|imageId)\b/)
      }
    }
  }
})

test('a tax is told by its rate and amount', () => {
  const tax = { name: 'CGST', ratePpm: 25_000, base: money, amount: money }
  const { what } = tellEntry(entry('change', 'taxes', [tax], []), orderHistory, 'Asia/Kolkata')
  expect(what).toBe(`Changed Taxes: removed CGST 2.5 %, ${format().money(money)}`)
})

test('a state is told by its word where nobody gave the history one', () => {
  const words = { ...historyOf(cashDeposits), fields: [] }
  expect(tellEntry(entry('change', 'status', 'deposited', 'reversed'), words, 'Asia/Kolkata').what).toBe(
    'Changed Status from Deposited to Reversed',
  )
})

test('what was typed is told as it is shown', () => {
  const { what } = tellEntry(entry('update', 'minBasket', money, { ...money, minor: 15_000 }), historyOf(areas), 'Asia/Kolkata')
  expect(what).toBe(`Changed Minimum order from ${format().money(money)} to ₹150.00`)
  const paused = entry('setOpenMode', 'openMode', 'open', 'paused')
  paused.changes.push({ field: 'openModeUntil', old: null, new: '2026-11-22T13:00:00.000Z' })
  expect(tellEntry(paused, historyOf(stores), 'Asia/Kolkata').what).toBe('Paused taking orders until 6:30 PM')
})

const changed = Object.values(allContracts).flatMap((contract) => ('update' in contract ? [contract.update.entity] : []))
/** What only its owner sees has no page of its own; a row of a scan stands on that of its scan. */
const owned = ['draft', 'saved-view', 'menu-scan-row']

test('what was taken in is told in one sentence, and below it what was said', () => {
  const taken = entry('create', 'counted', null, money)
  for (const [field, value] of Object.entries({
    expected: { ...money, minor: 15_000 },
    fromName: 'Anagha Babu',
    isAll: true,
    sequence: 5,
    remark: 'A note was torn',
  }))
    taken.changes.push({ field, old: null, new: value })
  expect(tellEntry(taken, historyOf(cashDeposits), 'Asia/Kolkata')).toEqual({
    what: 'Took in ₹123.45 of ₹150.00 that Anagha Babu held',
    lines: ['Why it differs: A note was torn'],
  })
})

test('what was done to a ticket is told in words, with the records that it names', () => {
  const told = (action: string, changes: Record<string, [unknown, unknown]>) => {
    const fields = Object.entries(changes).map(([field, [old, now]]) => ({ field, old, new: now }))
    const names = { [id]: 'F-00012', 'rider-conduct': 'How the rider behaved' }
    const mark = (name: string, { entity }: { entity: string }) => `[${entity} ${name}]`
    return tellEntry(auditEntry({ action, changes: fields, names }), historyOf(tickets), 'Asia/Kolkata', mark)
  }
  expect(
    told('create', { topicCode: [null, 'rider-conduct'], queue: [null, 'riders'], state: [null, 'open'], feedbackId: [null, id] }),
  ).toEqual({
    what: 'Made a ticket of feedback',
    lines: ['Topic: How the rider behaved', 'Queue: Riders', 'Feedback: [feedback F-00012]'],
  })
  expect(told('solve', { state: ['open', 'solved'], claimedBy: [null, id], solvedAt: [null, '2026-11-22T13:00:00.000Z'] })).toEqual({
    what: 'Solved',
    lines: [],
  })
  expect(told('merge', { state: ['open', 'closed'], mergedInto: [null, id] }).lines).toEqual(['Merged into: none → [ticket F-00012]'])
  expect(told('update', { priority: ['normal', 'high'], solveDueAt: ['a', 'b'] })).toEqual({
    what: 'Changed the priority',
    lines: ['Priority: Normal → High'],
  })
})

test.each(changed.filter((entity) => !owned.includes(entity)))(
  'where entries of all records stand side by side, those of a %s have its words',
  async (entity) => {
    const words = await histories(entity)
    expect(words?.(id, 'INR').fields.length).toBeGreaterThan(0)
  },
)

function entry(action: string, field: string, old: unknown, now: unknown) {
  return auditEntry({ action, changes: [{ field, old, new: now }], names: { [id]: 'Kaloor' } })
}

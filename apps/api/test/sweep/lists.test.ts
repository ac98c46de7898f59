import {
  acceptedStatuses,
  activeStatuses,
  addDays,
  auditContract,
  cuisineContract,
  currentInstant,
  type Instant,
  ledgerAccountKeys,
  localDateAt,
  localTimeAt,
  type NamedEndpoint,
  openTicketStates,
  promisedStatuses,
  settings,
} from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { schemaOf } from '#kit/openapi/openapi.ts'
import type { JsonSchema } from '#kit/openapi/outline.ts'
import { placesOnPages, sortValues } from './sort-values.ts'
import { endpoints, lists, needed, type SweptProduct, staffReads, sweptProduct } from './swept-product.ts'
import { addVariedRows, twiceSegmentId } from './varied-rows.ts'
import { unpaidStores } from './varied-stores.ts'

// biome-ignore lint/suspicious/noExplicitAny: rows of every kind
type Row = any

/** A filter that is no field of the record by its own name: which records it keeps, and with which values to ask. */
interface Meaning {
  keeps(record: Row, value: string): boolean
  values?: (records: Row[]) => string[]
  /** Records that are listed only where they are asked for. */
  besides?: (list: NamedEndpoint) => Promise<Row[]>
}

const today = currentInstant().slice(0, 10)
const days = () => [today, addDays(today, -3)]
const zone = settings['installation.timeZone'].initial
const daysOfEntries = (entries: Row[]) => entries.map(({ at }) => localDateAt(at, zone))
const slotDays = (orders: Row[]) => orders.map(({ slotFrom }) => localDateAt(slotFrom, zone))
const mineBy = (key: string): Meaning => ({
  keeps: (row, value) => (row[key]?.id === product.admin.id) === (value === 'true'),
  values: () => ['true', 'false'],
})
const createdDays = (all: Row[]) => all.map(({ createdAt }) => localDateAt(createdAt, zone))
const hourOf = (at: Instant) => String(Number(localTimeAt(at, zone).slice(0, 2)))
const groups: Record<string, (order: Row) => boolean> = {
  All: () => true,
  active: ({ status }) => activeStatuses.includes(status),
  late: ({ status, promisedAt }) => promisedStatuses.includes(status) && promisedAt !== null && promisedAt < currentInstant(),
  'without-rider': ({ status, orderType, rider }) => acceptedStatuses.includes(status) && orderType === 'delivery' && rider === null,
  unpaid: ({ status, paymentState, due }) =>
    activeStatuses.includes(status) && (paymentState === 'none' || paymentState === 'due' || due.minor > 0),
}
/** Orders in progress that whoever asks handles, or nobody. */
const ofClaims = {
  keeps: ({ status, claimedBy }: Row, value: string) =>
    promisedStatuses.includes(status) && (value === 'mine' ? claimedBy?.id === product.admin.id : claimedBy === null),
}
const groupsOfRiders: Record<string, (status: string) => boolean> = {
  here: (status) => status !== 'left',
  joining: (status) => status === 'applied' || status === 'review',
}
const isOpenTicket = ({ state }: Row) => (openTicketStates as readonly string[]).includes(state)
/** None of those of these tests waits for its customer for long. */
const isLateTicket = (ticket: Row) =>
  isOpenTicket(ticket) && ((ticket.answeredAt === null && ticket.answerDueAt < currentInstant()) || ticket.solveDueAt < currentInstant())
/** The orders of each deposit, by its id. */
const depositedOrders = new Map<string, string[]>()
/** The branches of messages, which do not tell it, by their ids. */
const branchesOfMessages = new Map<string, string>()
const endsWithinDays = (field: string): Meaning => ({
  keeps: ({ [field]: on }, value) => on !== null && on <= addDays(today, Number(value)),
  values: () => ['30'],
})
let unpaid: Readonly<Record<string, ReadonlySet<string>>> = {}
const meanings: Readonly<Record<string, Meaning>> = {
  'audit-entry.list from': { keeps: ({ at }, value) => localDateAt(at, zone) >= value, values: daysOfEntries },
  'audit-entry.list to': { keeps: ({ at }, value) => localDateAt(at, zone) <= value, values: daysOfEntries },
  'branch-day.list from': { keeps: ({ day }, value) => day >= value, values: (all) => all.map(({ day }) => day) },
  'branch-day.list to': { keeps: ({ day }, value) => day <= value, values: (all) => all.map(({ day }) => day) },
  'cash-deposit.list orderId': {
    keeps: ({ id }, value) => depositedOrders.get(id)?.includes(value) ?? false,
    values: () => [...depositedOrders.values()].flat(),
  },
  'scheduled-order.list from': { keeps: ({ slotFrom }, value) => localDateAt(slotFrom, zone) >= value, values: slotDays },
  'scheduled-order.list to': { keeps: ({ slotFrom }, value) => localDateAt(slotFrom, zone) <= value, values: slotDays },
  'scheduled-order.list hour': {
    keeps: ({ slotFrom }, value) => hourOf(slotFrom) === value,
    values: (all) => all.map(({ slotFrom }) => hourOf(slotFrom)),
  },
  'review.list rating': { keeps: ({ food }, value) => food === Number(value), values: (all) => all.map(({ food }) => String(food)) },
  'review.list answered': { keeps: ({ reply }, value) => (reply !== null) === (value === 'true'), values: () => ['true', 'false'] },
  'feedback.list tag': {
    keeps: ({ tags }, value) => tags.some(({ code }: { code: string }) => code === value),
    values: () => ['packing', 'price'],
  },
  'feedback.list mine': mineBy('assignee'),
  'feedback.list from': { keeps: ({ createdAt }, value) => localDateAt(createdAt, zone) >= value, values: createdDays },
  'feedback.list to': { keeps: ({ createdAt }, value) => localDateAt(createdAt, zone) <= value, values: createdDays },
  'ticket.list open': { keeps: (ticket, value) => isOpenTicket(ticket) === (value === 'true'), values: () => ['true', 'false'] },
  'ticket.list claimed': { keeps: ({ claimedBy }, value) => (claimedBy !== null) === (value === 'true'), values: () => ['true', 'false'] },
  'ticket.list mine': mineBy('claimedBy'),
  'ticket.list late': { keeps: (ticket, value) => isLateTicket(ticket) === (value === 'true'), values: () => ['true', 'false'] },
  'rejected-order.list from': { keeps: ({ placedAt }, value) => localDateAt(placedAt, zone) >= value, values: days },
  'rejected-order.list to': { keeps: ({ placedAt }, value) => localDateAt(placedAt, zone) <= value, values: days },
  'ledger-entry.list from': { keeps: ({ day }, value) => day >= value, values: (all) => all.map(({ day }) => day) },
  'ledger-entry.list to': { keeps: ({ day }, value) => day <= value, values: (all) => all.map(({ day }) => day) },
  'ledger-entry.list account': {
    keeps: ({ postings }, value) => postings.some(({ account }: { account: string }) => account === value),
    values: () => [...ledgerAccountKeys],
  },
  'order.list claim': ofClaims,
  'order.board claim': ofClaims,
  'order.list from': { keeps: ({ businessDay }, value) => businessDay >= value, values: days },
  'order.list to': { keeps: ({ businessDay }, value) => businessDay <= value, values: days },
  'order.list status': { keeps: (order, value) => groups[value]?.(order) ?? order.status === value },
  'order.list order_type': { keeps: ({ orderType }, value) => value === 'all' || orderType === value },
  'rider.list areaId': { keeps: ({ areaIds }, value) => areaIds.includes(value), values: (all) => all.flatMap(({ areaIds }) => areaIds) },
  'rider.list atCashLimit': {
    keeps: (rider, value) => rider.cashInHand.minor + rider.cashToCollect.minor >= rider.cashLimit.minor === (value === 'true'),
    values: () => ['true', 'false'],
  },
  'rider.list documentsWithinDays': endsWithinDays('documentsExpireOn'),
  'rider.list status': {
    keeps: ({ status }, value) => groupsOfRiders[value]?.(status) ?? status === value,
    // Who left is listed to those alone who ask for them.
    besides: (list) => rowsOf(list, { status: 'left' }),
  },
  'rider-message.list branchId': {
    keeps: ({ id }, value) => branchesOfMessages.get(id) === value,
    values: () => [...branchesOfMessages.values()],
  },
  'customer.list segmentId': { keeps: ({ orders }, value) => value === twiceSegmentId && orders >= 2, values: () => [twiceSegmentId] },
  'customer.list flag': { keeps: ({ flags }, value) => flags.some(({ flag }: { flag: string }) => flag === value) },
  'customer.list consent': {
    keeps: ({ consents }, value) => consents.some((each: { channel: string; isGiven: boolean }) => each.channel === value && each.isGiven),
  },
  'customer.list erasure': { keeps: ({ erasure }, value) => erasure?.state === value, values: () => ['asked', 'done'] },
  'customer.list merged': {
    keeps: ({ mergedInto }, value) => (mergedInto !== null) === (value === 'only'),
    // Whoever was merged is listed to those alone who ask for them.
    besides: (list) => rowsOf(list, { merged: 'only' }),
  },
  'customer.list mergedInto': {
    keeps: ({ mergedInto }, value) => mergedInto === value,
    besides: (list) => rowsOf(list, { merged: 'only' }),
  },
  'customer.list vertical': { keeps: ({ verticals }, value) => verticals.includes(value) },
  'store.list isOnboarding': {
    keeps: ({ status }, value) => ['lead', 'draft', 'review', 'approved'].includes(status) === (value === 'true'),
    values: () => ['true', 'false'],
  },
  'store-document.list expiresWithinDays': endsWithinDays('expiresOn'),
  'cash-day.list holderId': { keeps: ({ from }, value) => from.id === value, values: (all) => all.map(({ from }) => from.id) },
  'cash-day.list from': { keeps: ({ day }, value) => day >= value, values: (all) => all.map(({ day }) => day) },
  'cash-day.list to': { keeps: ({ day }, value) => day <= value, values: (all) => all.map(({ day }) => day) },
  'rider-earning.list orderId': { keeps: ({ order }, value) => order.id === value, values: (all) => all.map(({ order }) => order.id) },
  'rider-earning.list from': { keeps: ({ day }, value) => day >= value, values: (all) => all.map(({ day }) => day) },
  'rider-earning.list to': { keeps: ({ day }, value) => day <= value, values: (all) => all.map(({ day }) => day) },
  'rider-shift.list from': { keeps: ({ day }, value) => day >= value, values: (all) => all.map(({ day }) => day) },
  'rider-shift.list to': { keeps: ({ day }, value) => day <= value, values: (all) => all.map(({ day }) => day) },
  'rider.list shiftState': { keeps: ({ shiftState }, value) => (value === 'on-shift' ? shiftState !== 'off' : shiftState === value) },
  'role.list permission': {
    keeps: ({ isAdmin, grants }, value) => isAdmin || grants.some(({ permission }: { permission: string }) => permission === value),
  },
  'staff.list role': { keeps: ({ role }, value) => role.key === value, values: (all) => all.map(({ role }) => role.key) },
  'staff.list storeId': {
    keeps: ({ scope }, value) => scope.places.some(({ id }: { id: string }) => id === value),
    values: (all) => all.flatMap(({ scope }) => (scope.kind === 'store' ? scope.places.map(({ id }: { id: string }) => id) : [])),
  },
  'staff.list expiresWithinDays': {
    keeps: ({ expiresAt }, value) =>
      expiresAt !== null && expiresAt > currentInstant() && expiresAt.slice(0, 10) <= addDays(today, Number(value)),
    values: () => ['200'],
  },
  'store.list licenceWithinDays': endsWithinDays('licenceExpiresOn'),
  'approval.list isMineToApprove': {
    keeps: ({ allowed }, value) => allowed.some(({ action, because }: Row) => action === 'approve' && !because) === (value === 'true'),
    values: () => ['true', 'false'],
  },
  'store.list bankAccount': { keeps: ({ id }, value) => unpaid[value]?.has(id) === true, values: () => Object.keys(unpaid) },
  'store.list idleDays': {
    keeps: ({ lastOrderAt }, value) => lastOrderAt === null || lastOrderAt.slice(0, 10) < addDays(today, -Number(value)),
    values: () => ['50'],
  },
}

/** Lists that come as something else than pages. */
const boards = staffReads.filter(({ name }) => name === 'order.board')
const ofEveryList = new Set(['cursor', 'limit', 'q', 'sort', 'count'])

const querySchema = ({ shape }: NamedEndpoint) => (schemaOf(shape.query ?? z.strictObject({}), 'input') as JsonSchema).properties ?? {}
/** Their rows are sums of what is cut, and stay: what they then come to is tested beside the module. */
const ofSums = new Set(['ledger-account.list'])
const filters = [...lists.filter(({ name }) => !ofSums.has(name)), ...boards].flatMap((list) =>
  Object.keys(querySchema(list))
    .filter((key) => !ofEveryList.has(key))
    .map((key) => [`${list.name} ${key}`, list, key] as const),
)
const sorts = lists.flatMap((list) =>
  (querySchema(list).sort?.enum ?? [])
    .map(String)
    .filter((key) => !key.startsWith('-'))
    .map((key) => [`${list.name} ${key}`, list, key] as const),
)

let product: SweptProduct
/** By list all that it has, each record as fully as it can be had. */
const everything = new Map<string, Promise<Row[]>>()

beforeAll(async () => {
  product = await sweptProduct()
  for (const endpoint of endpoints.filter(
    ({ name }) => name.endsWith('.update') || name === 'saved-view.create' || name === 'draft.create' || name === 'channel.placeOrder',
  ))
    for (const _ of [1, 2]) await product.send(endpoint, await product.exampleOf(endpoint))
  await addVariedRows(product)
  const { app, admin } = product
  for (const { id } of (await app.call('GET /cash-deposits?limit=100', { as: admin })).body.rows) {
    const { body } = await app.call(`GET /cash-deposits/${id}/orders`, { as: admin })
    depositedOrders.set(
      id,
      body.rows.map(({ order }: Row) => order.id),
    )
  }
  const { db } = app.database
  for (const { id, branch_id } of await db.selectFrom('rider_message').select(['id', 'branch_id']).execute())
    branchesOfMessages.set(id, branch_id)
  unpaid = await unpaidStores(db)
  for (const { id, position } of await db.selectFrom('menu_scan_row').select(['id', 'position']).execute()) placesOnPages.set(id, position)
})
afterAll(() => product.app.close())

async function rowsOf(list: NamedEndpoint, query: Record<string, string> = {}): Promise<Row[]> {
  const paged = list.name === 'order.board' ? query : { limit: '100', ...query }
  const { status, body } = await product.read(list, product.admin, paged)
  expect([list.name, query, status, body.error]).toEqual([list.name, query, 200, undefined])
  const rows: Row[] = body.rows ?? body.columns.flatMap(({ cards }: { cards: Row[] }) => cards)
  return body.next ? [...rows, ...(await rowsOf(list, { ...query, cursor: body.next }))] : rows
}

function recordsOf(list: NamedEndpoint): Promise<Row[]> {
  const read = everything.get(list.name) ?? readRecords(list)
  everything.set(list.name, read)
  return read
}

async function readRecords(list: NamedEndpoint): Promise<Row[]> {
  const rows = await rowsOf(list)
  const get = endpoints.find(({ name }) => name === `${list.entity}.get`)
  if (!get) return rows
  return Promise.all(
    rows.map(async (row) => ({
      ...(await product.app.call(`GET ${get.path.replace(':id', row.id)}`, { as: product.admin })).body,
      ...row,
    })),
  )
}

/** The field that a filter is of: its own name, or the record that an id is of. */
function fieldOf(record: Row, key: string): unknown {
  const other = key.replace(/Id$/, '')
  return key in record ? record[key] : other !== key && other in record ? (record[other]?.id ?? null) : undefined
}

const idsOf = (rows: Row[]) => rows.map(({ id }) => id)

describe('every filter of', () => {
  test.each(filters)('%s keeps exactly what it names', async (name, list, key) => {
    if (needed[list.name]?.[key]) return expectApart(list, key)
    const meaning = meanings[name]
    const records = [...(await recordsOf(list)), ...((await meaning?.besides?.(list)) ?? [])]
    if (!meaning && records.every((record) => fieldOf(record, key) === undefined))
      expect.fail(`${name} is no field of the record: say in "meanings" what it keeps`)
    const keeps = meaning?.keeps ?? ((record: Row, value: string) => String(fieldOf(record, key)) === value)
    const seen = records.map((record) => fieldOf(record, key)).filter((value) => value !== null && value !== undefined)
    const values = new Set([...(querySchema(list)[key]?.enum ?? []), ...(meaning?.values?.(records) ?? seen)].map(String))
    const cuts: string[] = []
    for (const value of [...values].slice(0, 16)) {
      const wanted = idsOf(records.filter((record) => keeps(record, value)))
      expect([value, idsOf(await rowsOf(list, { [key]: value })).sort()]).toEqual([value, wanted.sort()])
      if (wanted.length > 0 && wanted.length < records.length) cuts.push(value)
    }
    expect(cuts, `no value of ${name} keeps some rows and leaves others out: add such rows to varied-rows.ts`).not.toEqual([])
  })

  test.each(lists.map((list) => [list.name, list] as const))(
    '%s by what was typed keeps nothing that has none of it',
    async (_name, list) => {
      expect((await rowsOf(list)).length).toBeGreaterThan(0)
      expect(await rowsOf(list, { q: 'qzqzqzqz' })).toEqual([])
    },
  )
})

/** Of what a list cannot be asked without, two values have no row in common. */
async function expectApart(list: NamedEndpoint, key: string): Promise<void> {
  const rows = await rowsOf(list)
  expect(rows.length).toBeGreaterThan(0)
  expect(await rowsOf(list, { [key]: 'another' })).toEqual([])
}

describe('every sort of', () => {
  test.each(sorts)('%s goes both ways, and over the border of a page', expectSorts)

  test('audit.history at goes both ways, and over the border of a page', async () => {
    const [cuisine] = await rowsOf(cuisineContract.list)
    for (const version of [1, 2, 3, 4])
      await product.app.call(`PATCH /cuisines/${cuisine.id}`, {
        as: product.admin,
        body: { version: cuisine.version + version - 1, sort: version },
      })
    const path = `/history/cuisine/${cuisine.id}`
    await expectSorts('audit.history at', { ...auditContract.history, path }, 'at')
  })
})

/** The orders in which rows come. */
const comings = ['createdAt', 'placedAt', 'at', 'position']

async function expectSorts(name: string, list: NamedEndpoint, key: string): Promise<void> {
  const goesBy =
    sortValues[name] ??
    ((row: Row) => row[key] ?? (/At$/.test(key) ? row.id : expect.fail(`${name} is no field: say in "sortValues" what it is`)))
  const rising = await rowsOf(list, { sort: key })
  const values = rising.map(goesBy)
  expect(new Set(values).size, `${name}: the rows are alike, add others to varied-rows.ts`).toBeGreaterThan(2)
  expect(values).toEqual(values.toSorted((a, b) => (a < b ? -1 : Number(a > b))))
  if (!comings.includes(key)) {
    const ids = idsOf(rising)
    expect(ids, `${name} is the order in which rows came: add others to varied-rows.ts`).not.toEqual(ids.toSorted())
  }
  expect(idsOf(await rowsOf(list, { sort: `-${key}` }))).toEqual(idsOf(rising).reverse())
  expect(await pagedIds(list, key, rising.length)).toEqual(idsOf(rising))
  expect(await pagedIds(list, `-${key}`, rising.length)).toEqual(idsOf(rising).reverse())
}

/** The ids of so many rows, on three pages or more. */
async function pagedIds(list: NamedEndpoint, sort: string, count: number): Promise<string[]> {
  const limit = String(Math.min(100, Math.ceil(count / 3)))
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await product.read(list, product.admin, { sort, limit, ...(cursor && { cursor }) })
    ids.push(...idsOf(body.rows))
    cursor = body.next
  }
  return ids
}

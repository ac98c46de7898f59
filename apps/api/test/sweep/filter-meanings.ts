import {
  acceptedStatuses,
  activeStatuses,
  addDays,
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
import { twiceSegmentId } from './varied-rows.ts'

// biome-ignore lint/suspicious/noExplicitAny: rows of every kind
export type Row = any

/** A filter that is no field of the record by its own name: which records it keeps, and with which values to ask. */
export interface Meaning {
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
const groupsOfRiders: Record<string, (status: string) => boolean> = {
  here: (status) => status !== 'left',
  joining: (status) => status === 'applied' || status === 'review',
}
const isOpenTicket = ({ state }: Row) => (openTicketStates as readonly string[]).includes(state)
/** None of those of these tests waits for its customer for long. */
const isLateTicket = (ticket: Row) =>
  isOpenTicket(ticket) && ((ticket.answeredAt === null && ticket.answerDueAt < currentInstant()) || ticket.solveDueAt < currentInstant())
const endsWithinDays = (field: string): Meaning => ({
  keeps: ({ [field]: on }, value) => on !== null && on <= addDays(today, Number(value)),
  values: () => ['30'],
})

/** What records do not tell by themselves. */
interface Told {
  adminId: string
  rowsOf(list: NamedEndpoint, query: Record<string, string>): Promise<Row[]>
  /** The orders of each deposit, by its id. */
  depositedOrders: ReadonlyMap<string, string[]>
  /** The branches of messages by their ids. */
  branchesOfMessages: ReadonlyMap<string, string>
  unpaid: Readonly<Record<string, ReadonlySet<string>>>
}

/** By list and filter, for every filter that is no field of the record. */
export function filterMeanings({ adminId, rowsOf, depositedOrders, branchesOfMessages, unpaid }: Told): Readonly<Record<string, Meaning>> {
  const mineBy = (key: string): Meaning => ({
    keeps: (row, value) => (row[key]?.id === adminId) === (value === 'true'),
    values: () => ['true', 'false'],
  })
  /** Orders in progress that whoever asks handles, or nobody. */
  const ofClaims = {
    keeps: ({ status, claimedBy }: Row, value: string) =>
      promisedStatuses.includes(status) && (value === 'mine' ? claimedBy?.id === adminId : claimedBy === null),
  }
  return {
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
    'ticket.list claimed': {
      keeps: ({ claimedBy }, value) => (claimedBy !== null) === (value === 'true'),
      values: () => ['true', 'false'],
    },
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
      keeps: ({ consents }, value) =>
        consents.some((each: { channel: string; isGiven: boolean }) => each.channel === value && each.isGiven),
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
}

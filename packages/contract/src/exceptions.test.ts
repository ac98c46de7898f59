import { describe, expect, test } from 'vitest'
import { allContracts } from './contracts.ts'
import type { Contract, NamedEndpoint } from './endpoint.ts'
import { grantConflicts } from './grant-conflicts.ts'
import { maskedFields } from './masked.ts'
import { permissions } from './permission-list.ts'

const endpoints: readonly NamedEndpoint[] = Object.values<Contract>(allContracts).flatMap((contract) => Object.values(contract))
const writes = endpoints.filter(({ method }) => method !== 'GET')
const namesOf = (found: readonly NamedEndpoint[]) => found.map(({ name }) => name).sort()

/** What `importsOf` and `revealing` make: looking at a file writes nothing, and what is revealed is told once, to one. */
const made = /\.(checkImport|reveal)$/
const written = writes.filter(({ name }) => !made.test(name))

/** Writes that leave no entry in the record, each with the reason. */
const unaudited: Readonly<Record<string, string>> = {
  'alert.markAllRead': 'what an account has read of its alerts',
  'alert.markRead': 'what an account has read of its alerts',
  'change-set.look': 'writes nothing',
  'channel.heartbeat': 'a machine is alive; that it fell silent is in the record',
  'channel.positions': 'a rider has moved',
  'channel.quote': 'writes nothing',
  'channel.readRiderMessages': 'what a rider has read of the messages to them',
  'draft.create': 'what somebody has begun to type',
  'draft.remove': 'what somebody has begun to type',
  'draft.update': 'what somebody has begun to type',
  'item.viewQuote': 'writes nothing',
  'order.callerStores': 'writes nothing',
  'order.findCaller': 'writes nothing',
  'order.previewAgain': 'writes nothing',
  'order.previewEdit': 'writes nothing',
  'order.quoteForCaller': 'writes nothing',
  'passkey.ask': 'a challenge, before anything is signed',
  'passkey.begin': 'a challenge, before anything is signed',
  'payment.callback': 'what a gateway says is asked of it again; what comes of it is in the record',
  'second-factor.begin': 'a secret that opens nothing until it is confirmed',
  'session.changePreferences': "how one person's own screen looks",
  'session.prove': 'who is signed in already',
  'session.readInvite': 'writes nothing',
}

/** Posts whose answer is kept under no `Idempotency-Key`, though they leave an entry: what it tells once is kept nowhere, or it is about the session itself. */
const unrepeatable: Readonly<Record<string, string>> = {
  'channel-key.create': 'tells a secret',
  'channel-key.rotate': 'tells a secret',
  'machine.create': 'tells a code',
  'machine.newCode': 'tells a code',
  'passkey.create': 'its challenge is taken once',
  'passkey.login': 'tells a token',
  'second-factor.confirm': 'tells recovery codes',
  'second-factor.renewCodes': 'tells recovery codes',
  'second-factor.turnOff': 'off twice is off',
  'session.acceptInvite': 'tells a token',
  'session.changePassword': 'takes passwords, and the one until now opens nothing any more',
  'session.login': 'tells a token',
  'session.logout': 'ends the session that a key would be kept of',
  'staff.create': 'tells an invitation or a password',
  'staff.invite': 'tells an invitation',
  'staff.resetPassword': 'tells a password',
  'view-as.end': 'is about the session itself',
  'view-as.startPerson': 'is about the session itself',
  'view-as.startRole': 'is about the session itself',
}

test('what leaves no entry in the record is named, with the reason', () => {
  expect(namesOf(written.filter(({ shape }) => shape.unaudited))).toEqual(Object.keys(unaudited))
})

test('nobody hears of what is revealed, and of nothing else', () => {
  expect(namesOf(writes.filter(({ shape }) => shape.unheard))).toEqual(namesOf(writes.filter(({ name }) => name.endsWith('.reveal'))))
})

test('what is not done once however often it is sent is named, with the reason', () => {
  const found = written.filter(({ shape }) => !shape.unaudited && shape.idempotent === false)
  expect(namesOf(found)).toEqual(Object.keys(unrepeatable))
})

test('what an endpoint changes or shows besides its own is a kind of record', () => {
  const entities = new Set(endpoints.map(({ entity }) => entity))
  const named = endpoints.flatMap(({ shape: { alsoChanges = [], shows = [], alsoShows = [] } }) => [alsoChanges, shows, alsoShows].flat())
  expect(named.filter((entity) => !entities.has(entity))).toEqual([])
})

/** What somebody approves that no staff makes, each with who does. */
const madeOutside: Readonly<Record<string, string>> = { 'ticket.approve': 'reviews are written by customers' }

describe('nobody checks what they made:', () => {
  test('what takes an approval takes it of another permission than it takes itself', () => {
    const alike = writes.filter(({ shape }) => shape.approval?.by === shape.permission)
    expect(namesOf(alike)).toEqual([])
  })

  test('whoever approves has a permission that conflicts with one who makes', () => {
    const checkers = new Set<string>(Object.values(grantConflicts).map(({ permissions: [, checker] }) => checker))
    const asked = writes.flatMap(({ shape: { approval, permission } }): string[] => [permission, ...(approval ? [approval.by] : [])])
    const unchecked = asked.filter((permission) => permission.endsWith('.approve') && !checkers.has(permission))
    expect([...new Set(unchecked)]).toEqual(Object.keys(madeOutside))
  })
})

test('of what a permission reveals, a field is masked', () => {
  const named = new Set(endpoints.flatMap(({ shape }) => maskedFields(shape.response).flatMap(({ reveal, single }) => [reveal, single])))
  const used = new Set(endpoints.map(({ shape: { permission } }) => permission.split('.')[0]))
  const revealed = permissions.filter((permission) => permission.endsWith('.reveal') && used.has(permission.split('.')[0]))
  expect(revealed.filter((permission) => !named.has(permission))).toEqual([])
  expect(revealed).not.toEqual([])
})

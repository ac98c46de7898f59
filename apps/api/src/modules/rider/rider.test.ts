import { addDays, addMinutes, type Instant, msOf, newId } from '@larder/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { movableClock } from '#kit/clock.ts'
import { addArea, addBranch, addRider, letIn } from '../../../test/factories.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

const at = '2026-11-20T08:00:00.000Z' as Instant
const clock = movableClock(msOf(at))
let app: TestApp
let adds: Caller
let approves: Caller
let branch: Awaited<ReturnType<typeof addBranch>>
let area: Awaited<ReturnType<typeof addArea>>

beforeAll(async () => {
  app = await testApp({ clock })
  const permissions = ['rider.view', 'rider.create', 'rider.edit', 'rider.operate', 'bank-account.view', 'bank-account.create'] as const
  adds = await app.addStaff({ permissions: [...permissions], name: 'Office' })
  approves = await app.addStaff({ permissions: [...permissions], name: 'Lead' })
  branch = await addBranch(app.database.db)
  area = await addArea(app.database.db, branch)
})
afterAll(() => app.close())

const account = {
  holder: 'Arun Menon',
  accountNumber: '50100412345678',
  accountNumberAgain: '50100412345678',
  code: 'HDFC0001234',
}

let phones = 0
const draft = (given: object = {}) => ({
  name: 'Arun Menon',
  phone: `+91 98470 ${String(10_000 + ++phones)}`,
  vehicle: 'scooter',
  plate: 'KL-07-B-1234',
  branchId: branch.id,
  areaIds: [area.id],
  cashLimit: { minor: 500_000, currency: 'INR' },
  ...given,
})
const act = (rider: { id: string; version: number }, name: string, body: object = {}, as = adds) =>
  app.call(`POST /riders/${rider.id}/${name}`, { as, body: { version: rider.version, ...body } })

async function picture(): Promise<string> {
  const id = newId()
  const facts = { content_type: 'image/webp', size_bytes: 1, width: 1, height: 1, sha256: Buffer.from(id), created_by: adds.id }
  await app.database.db
    .insertInto('file')
    .values({ id, ...facts, bytes: Buffer.from('x'), small_bytes: Buffer.from('x') })
    .execute()
  return id
}

async function papers(expiresOn: string | null = '2027-11-20') {
  const imageId = await picture()
  return ['identity', 'driving-licence', 'vehicle-insurance'].map((kind) => ({ kind, documentNumber: 'KL 1', expiresOn, imageId }))
}

test('a rider is added, handed in with what is missing told, and approved by somebody else alone', async () => {
  const added = await app.call('POST /riders', { as: adds, body: draft() })
  expect([added.status, added.body.status, added.body.shiftState]).toEqual([200, 'applied', 'off'])
  expect(added.body.number).toMatch(/^RD-\d+$/)
  expect(added.body.missing.map(({ need }: { need: string }) => need)).toEqual([
    'identity',
    'driving-licence',
    'vehicle-insurance',
    'bank-account',
  ])

  const handed = await act(added.body, 'submit')
  expect(handed.body.status).toBe('review')
  const incomplete = await act(handed.body, 'approve', {}, approves)
  expect([incomplete.status, incomplete.body.error.reason]).toEqual([409, 'rider-incomplete'])
  expect(incomplete.body.error.message).toBe('Missing: identity card, driving licence, vehicle insurance, bank account.')

  const completed = await app.call(`PATCH /riders/${added.body.id}`, {
    as: adds,
    body: { version: handed.body.version, documents: await papers() },
  })
  const unpaid = [{ need: 'bank-account', because: 'Not entered yet.' }]
  expect([completed.status, completed.body.missing, completed.body.documentsExpireOn]).toEqual([200, unpaid, '2027-11-20'])
  await app.call('POST /bank-accounts', { as: adds, body: { riderId: added.body.id, ...account } })
  // With an account that came since, what was seen of them is past.
  expect((await act(completed.body, 'approve', {}, approves)).body.error.reason).toBe('changed-meanwhile')
  const { body: paid } = await app.call(`GET /riders/${added.body.id}`, { as: adds })
  const own = await act(paid, 'approve')
  expect([own.status, own.body.error.reason]).toEqual([409, 'own-rider'])
  const hand = await app.addStaff({ name: 'Hand', permissions: ['rider.view', 'rider.operate'] })
  await letIn(app.database.db, adds.id, hand.id)
  expect((await act(paid, 'approve', {}, hand)).body.error.reason).toBe('own-hand')
  const approved = await act(paid, 'approve', {}, approves)
  expect([approved.status, approved.body.status, approved.body.approvedBy]).toEqual([200, 'active', 'Lead'])
})

test('whoever changed a rider after somebody else had added them approves them no more than who added them', async () => {
  const added = await app.call('POST /riders', { as: adds, body: draft({ documents: await papers() }) })
  const changed = await app.call(`PATCH /riders/${added.body.id}`, { as: approves, body: { version: 1, name: 'Arun K. Menon' } })
  const handed = await act(changed.body, 'submit')
  for (const as of [adds, approves]) expect((await act(handed.body, 'approve', {}, as)).body.error.reason).toBe('own-rider')
})

test('a document’s number is whole to whoever enters it, else told by its end, and revealed one at a time for a reason', async () => {
  const documentNumber = '4821 7730 9164'
  const [identity] = await papers(null)
  const { body: rider } = await app.call('POST /riders', { as: adds, body: draft({ documents: [{ ...identity, documentNumber }] }) })
  expect(rider.documents).toMatchObject([{ documentNumber, imageId: identity?.imageId }])
  const reads = await app.addStaff({ permissions: ['rider.view', 'audit.view'] })
  const asks = await app.addStaff({ permissions: ['rider.view', 'rider-document.reveal'], name: 'Care' })
  const shown = async (as: Caller) => (await app.call(`GET /riders/${rider.id}`, { as })).body
  // The picture says the whole number as well.
  for (const as of [reads, asks]) expect((await shown(as)).documents).toMatchObject([{ documentNumber: '•••• 9164', imageId: null }])
  const offered = async (as: Caller) => (await shown(as)).allowed.map(({ action }: { action: string }) => action)
  expect([await offered(reads), await offered(asks)]).toEqual([[], ['reveal']])
  const reveal = (as: Caller, body: object) => app.call(`POST /riders/${rider.id}/reveal`, { as, body })
  const reason = 'The police asks for it'
  expect((await reveal(reads, { field: 'identity', reason })).status).toBe(401)
  expect(Object.keys((await reveal(asks, { field: 'identity' })).body.error.fields)).toEqual(['body.reason'])
  expect(Object.keys((await reveal(asks, { field: 'driving-licence', reason })).body.error.fields)).toEqual(['body.field'])
  expect((await reveal(asks, { field: 'identity', reason })).body).toEqual({ field: 'identity', value: documentNumber })
  const { rows } = (await app.call(`GET /history/rider/${rider.id}`, { as: reads })).body
  expect(rows[0]).toMatchObject({ action: 'reveal', actorName: 'Care', reason })
  // What is kept of it tells no more than its reader may read; the rider's own number stays.
  expect(JSON.stringify(rows)).not.toContain('4821')
  expect(rows.at(-1).changes).toContainEqual({ field: 'number', old: null, new: rider.number })
  expect(JSON.stringify(rows)).toContain('•••• 9164')
})

test('a paper that has ended is missing', async () => {
  const { body } = await app.call('POST /riders', { as: adds, body: draft({ documents: await papers(addDays('2026-11-20', -1)) }) })
  expect(body.missing[0]).toEqual({ need: 'identity', because: 'It has ended.' })
})

test('a bicycle needs neither plate nor licence', async () => {
  const { body } = await app.call('POST /riders', { as: adds, body: draft({ vehicle: 'bicycle', plate: null }) })
  expect(body.missing.map(({ need }: { need: string }) => need)).toEqual(['identity', 'bank-account'])
})

test('bad input is told by its field', async () => {
  const other = await addArea(app.database.db, await addBranch(app.database.db))
  const refused = async (given: object) => (await app.call('POST /riders', { as: adds, body: draft(given) })).body.error.fields
  expect(await refused({ areaIds: [other.id] })).toEqual({ 'body.areaIds': 'has one that is none of this branch' })
  expect(await refused({ cashLimit: { minor: 1, currency: 'EUR' } })).toEqual({ 'body.cashLimit': 'must be in INR' })
  expect(await refused({ branchId: newId() })).toEqual({ 'body.branchId': 'does not exist' })
  const lost = { kind: 'identity', documentNumber: 'A', expiresOn: null, imageId: newId() }
  expect(await refused({ documents: [lost] })).toEqual({ 'body.documents.0.imageId': 'is not a picture that was kept' })
  expect(Object.keys(await refused({ documents: [lost, lost] }))).toEqual(['body.documents.1.kind'])
})

test('a number is one rider’s at a time, and free again once they have left', async () => {
  const body = draft({ phone: '+91 98471 11111' })
  const first = await app.call('POST /riders', { as: adds, body })
  const second = await app.call('POST /riders', { as: adds, body })
  expect([second.status, Object.keys(second.body.error.fields)]).toEqual([422, ['body.phone']])
  expect((await act(first.body, 'leave', { reason: 'Moved away' })).body.status).toBe('left')
  expect((await app.call('POST /riders', { as: adds, body })).status).toBe(200)
})

test('who has left is in no list that does not ask for them, and stays to be read', async () => {
  const rider = await addRider(app.database.db, branch, { status: 'left', name: 'Zachariah', shift_state: 'off' })
  const names = async (query: string) =>
    (await app.call(`GET /riders?q=zachariah${query}`, { as: adds })).body.rows.map(({ name }: { name: string }) => name)
  expect([await names(''), await names('&status=left')]).toEqual([[], ['Zachariah']])
  expect((await app.call(`GET /riders/${rider.id}`, { as: adds })).body.missing).toEqual([])
})

test('nobody leaves with cash of customers, or is blocked into the past', async () => {
  const { db } = app.database
  const holder = await addRider(db, branch, { cash_in_hand_minor: 500 })
  expect((await act(holder, 'leave', { reason: 'Moved' })).body.error.message).toBe('They still hold cash of customers.')
  const past = await act(holder, 'block', { reason: 'Late', until: addMinutes(at, -1) })
  expect(past.body.error.fields).toEqual({ 'body.until': 'is over' })
})

test('a block ends the shift, keeps from orders, and is lifted by itself when its time has come', async () => {
  const rider = await addRider(app.database.db, branch, { name: 'Biju' })
  const blocked = await act(rider, 'block', { reason: 'Did not come', until: addMinutes(at, 30) })
  expect([blocked.body.status, blocked.body.shiftState, blocked.body.statusReason]).toEqual(['blocked', 'off', 'Did not come'])
  const read = async () => (await app.call(`GET /riders/${rider.id}`, { as: adds })).body.status
  await app.services.jobs.run('end-rider-blocks')
  expect(await read()).toBe('blocked')
  clock.forward(31)
  await app.services.jobs.run('end-rider-blocks')
  expect(await read()).toBe('active')
})

test('a message waits until the rider has read it; what was read before stays so', async () => {
  const rider = await addRider(app.database.db, branch)
  const first = await act(rider, 'message', { text: 'Call in' })
  const second = await act(first.body, 'message', { text: 'It is urgent' })
  expect(second.body.unreadMessages).toBe(2)
  const key = await app.addChannel(['channel:riders'], 'rider-app', { kind: 'branch', ids: [branch.id] })
  const moved = await app.call(`POST /channel/riders/${rider.id}/positions`, {
    as: key,
    body: { point: { lat: 9.95, lng: 76.25 }, at: clock.instant(), batteryPct: 17 },
  })
  expect(moved.body).toEqual({ taken: true, because: null, messages: 2 })
  const { body: told } = await app.call(`GET /channel/riders/${rider.id}/messages`, { as: key })
  expect(told.map(({ text }: { text: string }) => text)).toEqual(['It is urgent', 'Call in'])
  const read = (messageId: string) => app.call(`POST /channel/riders/${rider.id}/messages/read`, { as: key, body: { messageId } })
  expect((await read(told[1].id)).body).toEqual({ messages: 1 })
  expect((await read(told[0].id)).body).toEqual({ messages: 0 })
  expect((await read(newId())).body.error.fields).toEqual({ 'body.messageId': 'is no message to this rider' })
  const shown = await app.call(`GET /riders/${rider.id}`, { as: adds })
  expect([shown.body.unreadMessages, shown.body.batteryPct]).toEqual([0, 17])
})

test('what staff note of a rider is of an order that they carried', async () => {
  const rider = await addRider(app.database.db, branch)
  const noted = await act(rider, 'note-incident', { kind: 'late', severity: 'medium', text: 'An hour late' })
  expect(noted.status).toBe(200)
  const { rows } = (await app.call(`GET /rider-incidents?riderId=${rider.id}`, { as: adds })).body
  expect(rows).toEqual([
    expect.objectContaining({ kind: 'late', severity: 'medium', note: 'An hour late', notedBy: 'Office', order: null }),
  ])
  const wrong = await act(noted.body, 'note-incident', { kind: 'late', severity: 'low', text: 'X', orderId: newId() })
  expect(wrong.body.error.fields).toEqual({ 'body.orderId': 'is no order of this rider' })
})

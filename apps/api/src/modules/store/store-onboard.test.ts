import { currentInstant, type Permission } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureCurrentPartitions } from '#db/partitions.ts'
import { movableClock } from '#kit/clock.ts'
import { addArea, addBranch, addItem, addMachine, addOrder, addStore, letIn } from '../../../test/factories.ts'
import { pngOf } from '../../../test/pictures.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

// A Friday, 13:30 in Kochi.
const clock = movableClock(Date.parse('2026-11-20T08:00:00.000Z'))
const proposes: Permission[] = [
  'store.view',
  'store.create',
  'store.edit',
  'store-status.create',
  'bank-account.view',
  'bank-account.create',
]
let app: TestApp
let maker: Caller
let checker: Caller
let admin: Caller
let branch: Awaited<ReturnType<typeof addBranch>>
let area: Awaited<ReturnType<typeof addArea>>

beforeAll(async () => {
  app = await testApp({ clock })
  await ensureCurrentPartitions(app.database.db, currentInstant())
  maker = await app.addStaff({ name: 'Meera', permissions: proposes })
  checker = await app.addStaff({
    name: 'Arun',
    permissions: ['store.view', 'store-status.approve', 'bank-account.view', 'bank-account.reveal'],
  })
  admin = await app.addStaff({ name: 'Priya', isAdmin: true })
  branch = await addBranch(app.database.db)
  area = await addArea(app.database.db, branch)
})
afterAll(() => app.close())

const ownStore = 'Somebody else decides on what you put forward, changed or entered a bank account of.'
const rupees = (minor: number) => ({ minor, currency: 'INR' })
const pdf = Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')
const send = async (as: Caller, bytes: Buffer = pdf, type = 'application/pdf') =>
  app.call('POST /documents', { as, body: bytes, headers: { 'content-type': type } })
const draft = (given: object = {}) => ({
  startsAs: 'draft',
  displayName: 'Pearl Bakes',
  legalName: 'Pearl Bakes LLP',
  vertical: 'cakes',
  phone: '0484 234 5678',
  email: 'pearl@example.com',
  branchId: branch.id,
  point: { lat: 9.95, lng: 76.25 },
  address: 'Marine Drive',
  openingHours: [{ day: 1, opens: '09:00', closes: '21:00' }],
  prepMinutes: 30,
  busyExtraMinutes: 15,
  autoAccept: false,
  taxId: '32AABCP1234C1Z5',
  commissionPlan: 'Standard',
  commissionPpm: 180_000,
  minOrder: rupees(10_000),
  packing: rupees(500),
  ...given,
})
const bank = { bankHolder: 'Pearl Bakes LLP', bankNumber: '5010 0412 345678', bankNumberAgain: '50100412345678', bankCode: 'hdfc0001234' }
const add = (given: object = {}, as = maker) => app.call('POST /stores', { as, body: draft(given) })
const licensed = async (as = maker) => ({
  licenceNumber: '11326001000123',
  licenceExpiresOn: '2031-03-31',
  licenceFileId: (await send(as)).body.id as string,
})
async function act(id: string, verb: string, body: object = {}, as = maker) {
  const { body: now } = await app.call(`GET /stores/${id}`, { as: admin })
  return app.call(`POST /stores/${id}/${verb}`, { as, body: { version: now.version, ...body } })
}
const missingOf = ({ checklist }: { checklist: { key: string; missing: string | null }[] }) =>
  checklist.filter(({ missing }) => missing !== null).map(({ key }) => key)

describe('a new store', () => {
  test('lies in the area and at the locality of its position, with its licence and account as records of their own', async () => {
    const at = (lat: number, lng: number) => ({ id: crypto.randomUUID(), area_id: area.id, lat, lng, active: true })
    await app.database.db
      .insertInto('store_location')
      .values([
        { ...at(9.951, 76.251), name: 'Marine Drive' },
        { ...at(9.99, 76.29), name: 'Far' },
      ])
      .execute()
    const { status, body } = await add({ ...(await licensed()), ...bank })
    expect([status, body.error]).toEqual([200, undefined])
    expect(body).toMatchObject({
      status: 'draft',
      number: expect.stringMatching(/^ST-\d+$/),
      area: { id: area.id },
      location: { name: 'Marine Drive' },
      phone: '+914842345678',
      timeZone: 'Asia/Kolkata',
      licenceNumber: '11326001000123',
      licenceExpiresOn: '2031-03-31',
      commissionPlan: 'Standard',
    })
    expect(missingOf(body)).toEqual(['submission', 'approval', 'menu'])
    const papers = (await app.call(`GET /store-documents?storeId=${body.id}`, { as: maker })).body.rows
    expect(papers).toMatchObject([{ kind: 'licence', number: '11326001000123', state: 'valid' }])
    const [account] = (await app.call(`GET /bank-accounts?storeId=${body.id}`, { as: maker })).body.rows
    expect(account).toMatchObject({ holder: 'Pearl Bakes LLP', accountNumber: '•••• 5678', code: 'HDFC0001234', status: 'in-use' })
  })

  test('says what is wrong with it by field', async () => {
    const wrong = async (given: object) => (await add(given)).body.error?.fields
    expect(await wrong({ point: { lat: 8, lng: 77 } })).toEqual({ 'body.point': "lies in none of the branch's delivery areas" })
    expect(await wrong({ branchId: area.id })).toEqual({ 'body.branchId': 'does not exist' })
    expect(await wrong({ minOrder: { minor: 100, currency: 'EUR' } })).toEqual({
      'body.minOrder': 'must be in INR, the currency of the branch',
    })
    expect(await wrong({ licenceNumber: '1', licenceExpiresOn: '2026-11-19' })).toEqual({
      'body.licenceExpiresOn': 'lies in the past: the licence has expired',
    })
    expect(await wrong({ licenceFileId: (await send(maker)).body.id })).toEqual({
      'body.licenceNumber': 'is required with its expiry or file',
    })
    expect(await wrong({ licenceNumber: '1', licenceFileId: (await send(admin)).body.id })).toEqual({
      'body.licenceFileId': 'is no document that you have sent',
    })
    expect(await wrong({ ...bank, bankCode: 'HDFC1001234' })).toEqual({
      'body.bankCode': 'is no IFSC: four letters, a zero and six letters or digits',
    })
    expect(await wrong({ ...bank, bankNumberAgain: '50100412345679' })).toEqual({
      'body.bankNumberAgain': 'is another number than the one above',
    })
    expect(await wrong({ ...bank, bankHolder: null })).toEqual({ 'body.bankHolder': 'is required with the rest of the bank account' })
    const editor = await app.addStaff({ permissions: ['store.view', 'store.create'] })
    expect((await add(bank, editor)).body.error.fields).toEqual({
      'body.bankNumber': 'may not be entered by your role: leave it to somebody who may',
    })
    const elsewhere = await app.addStaff({ permissions: proposes, scope: { kind: 'branch', ids: [(await addBranch(app.database.db)).id] } })
    expect((await add({}, elsewhere)).body.error.fields).toEqual({ 'body.branchId': 'does not exist' })
  })
})

describe('a store on its way in', () => {
  test('is put forward once nothing is missing, approved by another person, and sells once it has a menu', async () => {
    const { body: lead } = await add({ startsAs: 'lead', email: null })
    expect((await act(lead.id, 'submit')).body.error.reason).toBe('store-elsewhere')
    expect((await act(lead.id, 'begin')).body.status).toBe('draft')
    const early = await act(lead.id, 'submit')
    expect([early.status, early.body.error]).toMatchObject([
      409,
      { reason: 'store-incomplete', message: 'No e-mail. No licence. No bank account.' },
    ])
    const { version } = (await app.call(`GET /stores/${lead.id}`, { as: maker })).body
    await app.call(`PATCH /stores/${lead.id}`, { as: maker, body: { version, email: 'pearl@example.com' } })
    const paper = { storeId: lead.id, kind: 'licence', number: 'L-1', expiresOn: '2030-01-01', fileId: (await send(maker)).body.id }
    expect((await app.call('POST /store-documents', { as: maker, body: paper })).status).toBe(200)
    const account = { holder: 'Pearl', accountNumber: '501004123456', accountNumberAgain: '501004123456', code: 'HDFC0001234' }
    expect((await app.call('POST /bank-accounts', { as: maker, body: { storeId: lead.id, ...account } })).status).toBe(200)
    expect((await act(lead.id, 'submit')).body.status).toBe('review')

    const both = await app.addStaff({ name: 'Both', permissions: [...proposes, 'store-status.approve'] })
    const { version: seen } = (await app.call(`GET /stores/${lead.id}`, { as: both })).body
    await app.call(`PATCH /stores/${lead.id}`, { as: both, body: { version: seen, prepMinutes: 35 } })
    expect((await act(lead.id, 'approve', {}, both)).body.error.reason).toBe('own-store')
    const back = await act(lead.id, 'send-back', { reason: 'The licence is unreadable' }, checker)
    expect(back.body).toMatchObject({ status: 'draft', statusReason: 'The licence is unreadable' })
    expect((await act(lead.id, 'submit', {}, both)).body).toMatchObject({ status: 'review', statusReason: null })
    expect((await act(lead.id, 'approve', {}, both)).body.error).toMatchObject({
      reason: 'own-store',
      message: ownStore,
    })
    // Nor whoever entered where it is paid, nor an account that may be theirs.
    const banker = await app.addStaff({ name: 'Banker', permissions: [...proposes, 'store-status.approve'] })
    const another = { ...account, accountNumber: '501004123457', accountNumberAgain: '501004123457' }
    expect((await app.call('POST /bank-accounts', { as: banker, body: { storeId: lead.id, ...another } })).status).toBe(200)
    const { version: since } = (await app.call(`GET /stores/${lead.id}`, { as: both })).body
    expect((await app.call(`PATCH /stores/${lead.id}`, { as: both, body: { version: since, prepMinutes: 40 } })).status).toBe(200)
    expect((await act(lead.id, 'approve', {}, banker)).body.error.message).toBe(ownStore)
    const hand = await app.addStaff({ name: 'Hand', permissions: ['store.view', 'store-status.approve'] })
    await letIn(app.database.db, banker.id, hand.id)
    const refusal = (await act(lead.id, 'approve', {}, hand)).body.error
    expect(refusal.reason).toBe('own-hand')
    const offered = async (as: Caller) =>
      (await app.call(`GET /stores/${lead.id}`, { as })).body.allowed.find(({ action }: { action: string }) => action === 'approve')
        ?.because
    expect([await offered(hand), await offered(banker), await offered(checker)]).toEqual([refusal.message, ownStore, null])
    expect((await act(lead.id, 'approve', {}, checker)).body.status).toBe('approved')

    expect((await act(lead.id, 'go-live')).body.error.message).toBe('Its menu has no item.')
    await addItem(app.database.db, { id: lead.id })
    const live = await act(lead.id, 'go-live')
    expect([live.body.status, live.body.checklist]).toEqual(['live', []])
    const list = (query: string) => app.call(`GET /stores?branchId=${branch.id}&${query}`, { as: maker })
    const ids = async (query: string) => (await list(query)).body.rows.map(({ id }: { id: string }) => id)
    expect(await ids('isOnboarding=true')).not.toContain(lead.id)
    expect(await ids('isOnboarding=false')).toContain(lead.id)
  })

  test('names who mends what is missing, and what was approved of its commission is the finance people’s to change', async () => {
    const store = await addStore(app.database.db, { branch, area, status: 'approved', commission_ppm: 180_000 })
    const change = (as: Caller) => app.call(`PATCH /stores/${store.id}`, { as, body: { version: 1, commissionPpm: 10_000 } })
    expect((await change(maker)).body.error.fields).toEqual({
      'body.commissionPpm': 'was approved with the store: whoever edits finance changes it',
    })
    const finance = await app.addStaff({ permissions: ['store.view', 'store.edit', 'finance.edit'] })
    const { body } = await change(finance)
    expect(body.commissionPpm).toBe(10_000)
    expect(body.checklist.find(({ key }: { key: string }) => key === 'licence')).toMatchObject({ missing: 'No licence.' })
  })
})

test('a shop of one owner and new people gets its store: by the owner, and the history says why', async () => {
  const { db } = app.database
  const away = await db.updateTable('staff').set({ status: 'suspended' }).where('status', '=', 'active').returning('id').execute()
  const owner = await app.addStaff({ name: 'Owner', isAdmin: true })
  const [first, second] = [
    await app.addStaff({ permissions: proposes }),
    await app.addStaff({ permissions: ['store.view', 'store-status.approve'] }),
  ]
  for (const { id } of [first, second]) await letIn(db, owner.id, id)
  const inReview = async (as: Caller) => {
    const made = await addStore(db, { branch, area, status: 'review', maker_ids: [as.id] })
    return made.id
  }
  const approve = async (id: string, as: Caller) => {
    const { version } = (await app.call(`GET /stores/${id}`, { as: owner })).body
    return app.call(`POST /stores/${id}/approve`, { as, body: { version } })
  }
  const reasonOf = async (id: string) =>
    (await app.call(`GET /history/store/${id}`, { as: owner })).body.rows.find(({ action }: { action: string }) => action === 'approve')
      .reason
  const [theirs, own] = [await inReview(first), await inReview(owner)]
  for (const id of [theirs, own]) expect((await approve(id, second)).body.error.reason).toBe('own-hand')
  expect((await approve(theirs, owner)).body.status).toBe('approved')
  expect(await reasonOf(theirs)).toBe('Nobody who is independent of its maker could approve it.')
  const colleague = await app.addStaff({ permissions: ['store.view', 'store-status.approve'] })
  expect((await approve(own, owner)).body.error.reason).toBe('own-store')
  await db.updateTable('staff').set({ status: 'suspended' }).where('id', '=', colleague.id).execute()
  expect((await approve(own, owner)).body.status).toBe('approved')
  expect(await reasonOf(own)).toBe('Nobody else could approve it.')
  const back = away.map(({ id }) => id)
  await db.updateTable('staff').set({ status: 'active' }).where('id', 'in', back).execute()
})

describe('the end of a store', () => {
  test('waits for its orders, takes its machines and keys with it, and is for good', async () => {
    const store = await addStore(app.database.db, { branch, area })
    const machine = await addMachine(app.database.db, store)
    const key = await app.addChannel(['channel:orders'], 'till', { kind: 'store', ids: [store.id] })
    const wider = await app.addChannel(['channel:orders'], 'till', { kind: 'store', ids: [store.id, (await addStore(app.database.db)).id] })
    const order = await addOrder(app.database.db, store)
    const early = await act(store.id, 'terminate', { reason: 'Closed down' }, admin)
    expect([early.status, early.body.error]).toMatchObject([
      409,
      { reason: 'store-has-orders', message: '1 order is under way: they have to be over first. Suspend it so that no more come in.' },
    ])
    await app.database.db.updateTable('orders').set({ status: 'delivered' }).where('id', '=', order.id).execute()
    const ended = await act(store.id, 'terminate', { reason: 'Closed down' }, admin)
    expect(ended.body).toMatchObject({ status: 'terminated', statusReason: 'Closed down', allowed: expect.any(Array) })
    const { revoked_at } = await app.database.db
      .selectFrom('machine')
      .select('revoked_at')
      .where('id', '=', machine.id)
      .executeTakeFirstOrThrow()
    const keys = await app.database.db
      .selectFrom('channel_key')
      .select(['id', 'revoked_at'])
      .where('id', 'in', [key.id, wider.id])
      .execute()
    expect(revoked_at).not.toBeNull()
    expect(Object.fromEntries(keys.map(({ id, revoked_at: at }) => [id, at !== null]))).toEqual({ [key.id]: true, [wider.id]: false })
    for (const verb of ['reinstate', 'suspend', 'begin', 'go-live'])
      expect((await act(store.id, verb, { reason: 'Again' }, admin)).status).not.toBe(200)
  })
})

describe('a document', () => {
  test('is a PDF as it came or a picture made anew, downloaded and never opened, by who sees the store alone', async () => {
    const store = await addStore(app.database.db, { branch, area })
    const paper = async (fileId: string) =>
      (await app.call('POST /store-documents', { as: maker, body: { storeId: store.id, kind: 'lease', number: 'L', fileId } })).body.id
    const file = async (id: string, as = maker) => {
      const answer = await app.fastify.inject({ url: `/api/store-documents/${id}/file`, headers: { 'x-api-key': as.token } })
      return { status: answer.statusCode, bytes: answer.rawPayload, headers: answer.headers }
    }
    const { headers, bytes } = await file(await paper((await send(maker)).body.id))
    expect(bytes).toEqual(pdf)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringMatching(/^attachment; filename="Store_\d+_Proof_of_address\.pdf"$/),
    })
    const id = await paper((await send(maker, pngOf(), 'image/png')).body.id)
    expect((await file(id)).headers['content-type']).toBe('image/webp')
    const neighbour = await app.addStaff({
      permissions: ['store.view'],
      scope: { kind: 'store', ids: [(await addStore(app.database.db)).id] },
    })
    expect((await file(id, neighbour)).status).toBe(404)
  })

  test('is refused where its bytes are of no PDF', async () => {
    for (const bytes of [Buffer.from('<html>'), Buffer.from('%PDF-1.4 cut off')])
      expect((await send(maker, bytes)).body.error).toMatchObject({
        reason: 'not-the-declared-type',
        message: 'This file is not a valid PDF.',
      })
  })
})

describe('a bank account', () => {
  test('is kept encrypted, shown by its end, and told whole for a reason that the record keeps without the number', async () => {
    const { body: store } = await add(bank)
    const [account] = (await app.call(`GET /bank-accounts?storeId=${store.id}`, { as: checker })).body.rows
    const asked = { field: 'accountNumber', reason: 'Payout came back' }
    const refused = await app.call(`POST /bank-accounts/${account.id}/reveal`, { as: maker, body: asked })
    expect(refused.body.error.fields).toEqual({ permission: 'bank-account.reveal' })
    const told = await app.call(`POST /bank-accounts/${account.id}/reveal`, { as: checker, body: asked })
    expect(told.body).toEqual({ field: 'accountNumber', value: '50100412345678' })
    const entries = await app.database.db
      .selectFrom('audit_entry')
      .select(['action', 'new', 'reason'])
      .where('entity_id', '=', account.id)
      .execute()
    expect(entries.map(({ action }) => action)).toEqual(['create', 'reveal'])
    expect(JSON.stringify(entries)).not.toContain('50100412345678')
    const { account_number: kept } = await app.database.db
      .selectFrom('bank_account')
      .select('account_number')
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow()
    expect(kept.includes('50100412345678')).toBe(false)
  })
})

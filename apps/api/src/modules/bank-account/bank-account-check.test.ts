import { addMinutes, newId, type Permission } from '@larder/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { movableClock } from '#kit/clock.ts'
import { addRider, addStore, letIn } from '../../../test/factories.ts'
import { isWaitedFor, whileHeld } from '../../../test/held.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

const clock = movableClock(Date.now())
const makes: readonly Permission[] = ['bank-account.view', 'bank-account.create']
const checks: readonly Permission[] = ['bank-account.view', 'bank-account.approve', 'approval.view']
let app: TestApp
let maker: Caller
let other: Caller
let checker: Caller
let both: Caller
let store: Awaited<ReturnType<typeof addStore>>

beforeAll(async () => {
  app = await testApp({ clock })
  maker = await app.addStaff({ permissions: [...makes], name: 'Binu' })
  other = await app.addStaff({ permissions: [...makes], name: 'Other' })
  checker = await app.addStaff({ permissions: [...checks], name: 'Carol' })
  both = await app.addStaff({ permissions: [...new Set([...makes, ...checks])], name: 'Both' })
})
afterAll(() => app.close())
beforeEach(async () => {
  await cool(24)
  store = await addStore(app.database.db, { display_name: 'Fish Cove', email: 'shop@example.com' })
  await addInUse({ store_id: store.id }, '1000')
})

/** An account that is paid since before there was a second person. */
async function addInUse(owner: { store_id: string } | { rider_id: string }, tail: string): Promise<void> {
  const at = addMinutes(clock.instant(), -60)
  const kept = { holder: 'Fish Cove LLP', account_number: Buffer.alloc(40), tail, code: 'HDFC0001234', entered_by: maker.id }
  await sql`insert into bank_account (id, store_id, rider_id, branch_id, holder, account_number, tail, code, entered_by, state, effective_at)
    values (uuidv7(interval '-1 hour'), ${'store_id' in owner ? owner.store_id : null}, ${'rider_id' in owner ? owner.rider_id : null}, ${store.branch_id},
      ${kept.holder}, ${kept.account_number}, ${kept.tail}, ${kept.code}, ${kept.entered_by}, 'approved', ${at})`.execute(app.database.db)
}

async function cool(hours: number): Promise<void> {
  await sql`insert into setting (key, value) values ('bankAccount.coolingHours', ${JSON.stringify(hours)}::jsonb)
    on conflict (key) do update set value = excluded.value`.execute(app.database.db)
  app.services.settings.forget()
}

const account = (tail: string) => ({
  holder: 'Fish Cove LLP',
  accountNumber: `5010041234${tail}`,
  accountNumberAgain: `5010041234${tail}`,
  code: 'HDFC0001234',
})
const enter = (tail: string, as = maker, owner: object = { storeId: store.id }) =>
  app.call('POST /bank-accounts', { as, body: { ...owner, ...account(tail) } })
const decide = (act: 'approve' | 'refuse', { id, version }: { id: string; version: number }, as = checker) =>
  app.call(`POST /bank-accounts/${id}/${act}`, { as, body: { version, ...(act === 'refuse' && { reason: 'Not theirs' }) } })
const listed = async (query = `storeId=${store.id}`, as = checker) => (await app.call(`GET /bank-accounts?${query}`, { as })).body.rows
/** Status by the last four digits. */
const statuses = async (query?: string) =>
  Object.fromEntries((await listed(query)).map(({ accountNumber, status }: Record<string, string>) => [accountNumber?.slice(-4), status]))
const reasonOf = async (answer: ReturnType<typeof enter>) => (await answer).body.error?.reason
const messages = async (id: string) => {
  const { rows } = await sql<{ permission: string; staff_id: string | null; but_staff_ids: string[] | null; title: string; text: string }>`
    select permission, staff_id, but_staff_ids, payload ->> 'title' as title, payload ->> 'text' as text from event
    where kind = 'message' and entity_id = ${id} order by id`.execute(app.database.db)
  return rows
}
const mails = () =>
  app.database.db.selectFrom('mail').select(['to_address', 'subject', 'body']).where('to_name', '=', 'Fish Cove').orderBy('id').execute()

describe('another account of a store that is taken on', () => {
  test('waits for another person and then for its time, and until then the one before is paid', async () => {
    const { body: entered } = await enter('2000')
    expect(entered).toMatchObject({ status: 'waiting', effectiveAt: null, enteredBy: { name: 'Binu' }, checkedBy: null })
    expect(entered.waitsFor).toEqual(['Role of Both', 'Role of Carol'])
    expect(await statuses()).toEqual({ 1000: 'in-use', 2000: 'waiting' })
    const { status, body: approved } = await decide('approve', entered)
    const from = addMinutes(clock.instant(), 24 * 60)
    expect([status, approved]).toMatchObject([200, { status: 'approved', effectiveAt: from, checkedBy: { name: 'Carol' }, waitsFor: [] }])
    expect(await statuses()).toEqual({ 1000: 'in-use', 2000: 'approved' })
    expect((await listed()).find(({ status: stands }: { status: string }) => stands === 'in-use')).toMatchObject({ usedUntil: from })
    clock.forward(24 * 60 - 1)
    expect(await statuses()).toEqual({ 1000: 'in-use', 2000: 'approved' })
    clock.forward(1)
    expect(await statuses()).toEqual({ 1000: 'replaced', 2000: 'in-use' })
  })

  test('is used at once where nobody is to wait, once it is approved', async () => {
    await cool(0)
    const { body: entered } = await enter('2000')
    expect(await statuses()).toEqual({ 1000: 'in-use', 2000: 'waiting' })
    await decide('approve', entered)
    expect(await statuses()).toEqual({ 1000: 'replaced', 2000: 'in-use' })
  })

  test('refused, with why, it is never paid; also within its time', async () => {
    const { body: entered } = await enter('2000')
    expect((await decide('refuse', entered)).body).toMatchObject({ status: 'refused', because: 'Not theirs', checkedBy: { name: 'Carol' } })
    const { body: another } = await enter('3000')
    const { body: approved } = await decide('approve', another)
    expect((await decide('refuse', approved)).body).toMatchObject({ status: 'refused', effectiveAt: null })
    clock.forward(48 * 60)
    expect(await statuses()).toEqual({ 1000: 'in-use', 2000: 'refused', 3000: 'refused' })
    const used = (await listed()).find(({ status: stands }: { status: string }) => stands === 'in-use')
    expect(used.usedUntil).toBeNull()
    expect(await reasonOf(decide('refuse', used))).toBe('bank-account-decided')
  })

  test('is found by how far it has come', async () => {
    const mine = (status: string) => statuses(`storeId=${store.id}&status=${status}`)
    const { body: first } = await enter('2000')
    await decide('refuse', first)
    await enter('3000')
    const { body: last } = await enter('4000')
    expect(await mine('waiting')).toEqual({ 4000: 'waiting' })
    await decide('approve', last)
    const now = { waiting: {}, approved: { 4000: 'approved' }, 'in-use': { 1000: 'in-use' } }
    for (const [status, found] of Object.entries(now)) expect(await mine(status), status).toEqual(found)
    expect(await mine('refused')).toEqual({ 2000: 'refused' })
    clock.forward(24 * 60)
    expect([await mine('approved'), await mine('in-use')]).toEqual([{}, { 4000: 'in-use' }])
    expect(await mine('replaced')).toEqual({ 1000: 'replaced', 3000: 'replaced' })
  })

  test('is decided by nobody who entered it, and once', async () => {
    const { body: entered } = await enter('2000', both)
    expect(entered.waitsFor).toEqual(['Role of Carol'])
    const because = 'Somebody else decides on an account that you entered.'
    expect(entered.allowed).toEqual([
      { action: 'approve', because },
      { action: 'refuse', because },
    ])
    for (const act of ['approve', 'refuse'] as const) expect(await reasonOf(decide(act, entered, both))).toBe('own-bank-account')
    expect((await decide('approve', entered, maker)).body.error.fields).toEqual({ permission: 'bank-account.approve' })
    const twice = await Promise.all([decide('approve', entered), decide('approve', entered), decide('refuse', entered)])
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const [kept] = await listed(`storeId=${store.id}&limit=1`)
    expect(await reasonOf(decide('approve', kept))).toBe('bank-account-decided')
    await expect(
      sql`update bank_account set checked_by = entered_by where id = ${entered.id}`.execute(app.database.db),
    ).rejects.toMatchObject({ constraint: 'bank_account_own' })
  })

  test('gives way to a newer one before it is used, each with its entry', async () => {
    const { body: first } = await enter('2000')
    const { body: second } = await enter('3000', other)
    expect(await statuses()).toEqual({ 1000: 'in-use', 2000: 'replaced', 3000: 'waiting' })
    expect((await decide('approve', first)).status).toBe(409)
    await decide('approve', second)
    // One alone does not take back what two have said.
    const { body: third } = await enter('4000')
    expect(await statuses()).toEqual({ 1000: 'in-use', 2000: 'replaced', 3000: 'approved', 4000: 'waiting' })
    const before = (await mails()).length
    expect((await decide('approve', third)).status).toBe(200)
    expect(await statuses()).toEqual({ 1000: 'in-use', 2000: 'replaced', 3000: 'replaced', 4000: 'approved' })
    expect((await mails()).slice(before).map(({ body }) => body.split(': ')[0])).toEqual([
      'You are not paid to another bank account, as we had told you',
      expect.stringMatching(/^From .+ you are paid to another bank account$/),
    ])
    clock.forward(24 * 60)
    expect(await statuses()).toEqual({ 1000: 'replaced', 2000: 'replaced', 3000: 'replaced', 4000: 'in-use' })
    const entries = await app.database.db
      .selectFrom('audit_entry')
      .select(['action', 'actor_name', 'change_set_id'])
      .where('entity_id', 'in', [first.id, second.id])
      .orderBy('id')
      .execute()
    expect(entries.map(({ action, actor_name }) => [action, actor_name])).toEqual([
      ['create', 'Binu'],
      ['replace', 'Other'],
      ['create', 'Other'],
      ['approve', 'Carol'],
      ['replace', 'Carol'],
    ])
    expect(entries[1]?.change_set_id).toBe(entries[2]?.change_set_id)
  })

  test('entered while an approved one waits for its hours, it leaves that one as it is: refused, or not decided, that one is used', async () => {
    const { body: approved } = await enter('2000')
    await decide('approve', approved)
    const { body: beside } = await enter('3000', other)
    await decide('refuse', beside)
    await enter('4000', other)
    clock.forward(24 * 60)
    expect(await statuses()).toEqual({ 1000: 'replaced', 2000: 'in-use', 3000: 'refused', 4000: 'waiting' })
  })

  test('entered twice at the same moment, one of them waits', async () => {
    let answers: Promise<Awaited<ReturnType<typeof enter>>[]> | undefined
    await whileHeld(app.database, `select from store where id = '${store.id}' for update`, async () => {
      answers = Promise.all([enter('2000'), enter('3000', other)])
      await isWaitedFor(app.database, 2)
    })
    expect((await answers)?.map(({ status }) => status)).toEqual([200, 200])
    expect(Object.values(await statuses()).toSorted()).toEqual(['in-use', 'replaced', 'waiting'])
  })

  test('is approved no more once its maker lost the right, or its owner is paid no more', async () => {
    const leaving = await app.addStaff({ permissions: [...makes], name: 'Leaving' })
    const { body: entered } = await enter('2000', leaving)
    await app.database.db.updateTable('staff').set({ status: 'suspended' }).where('id', '=', leaving.id).execute()
    const answer = await decide('approve', entered)
    expect([answer.status, answer.body.error.reason]).toEqual([409, 'bank-account-maker'])
    expect((await decide('refuse', entered)).status).toBe(200)
    const near = await app.addStaff({ permissions: [...makes], scope: { kind: 'store', ids: [store.id] } })
    const { body: theirs } = await enter('3000', near)
    await app.database.db
      .updateTable('staff')
      .set({ scope_ids: [newId()] })
      .where('id', '=', near.id)
      .execute()
    expect(await reasonOf(decide('approve', theirs))).toBe('bank-account-maker')
    const { body: late } = await enter('4000')
    await app.database.db.updateTable('store').set({ status: 'terminated' }).where('id', '=', store.id).execute()
    expect(await reasonOf(decide('approve', late))).toBe('bank-account-owner')
  })

  test('is not approved by an account that its maker has opened', async () => {
    const puppet = await app.addStaff({ permissions: [...checks], name: 'Puppet' })
    await letIn(app.database.db, maker.id, puppet.id)
    const { body: entered } = await enter('2000')
    expect(await reasonOf(decide('approve', entered, puppet))).toBe('own-hand')
    const offered = async (as: Caller) => {
      const [row] = await listed(`storeId=${store.id}&status=waiting`, as)
      return row.allowed.find(({ action }: { action: string }) => action === 'approve').because
    }
    expect(await offered(puppet)).toContain('one of you opened the account of the other')
    expect(await offered(checker)).toBeNull()
    expect(entered.waitsFor).not.toContain('Role of Puppet')
  })

  test('is not approved by whoever opened the account of its maker, nor by another that the same person opened', async () => {
    const opener = await app.addStaff({ permissions: [...checks], name: 'Opener' })
    const [hand, other] = [
      await app.addStaff({ permissions: [...makes], name: 'Hand' }),
      await app.addStaff({ permissions: [...checks], name: 'Other' }),
    ]
    await letIn(app.database.db, opener.id, hand.id)
    const { body: entered } = await enter('2000', hand)
    expect(await reasonOf(decide('approve', entered, opener))).toBe('own-hand')
    await letIn(app.database.db, opener.id, other.id)
    expect(await reasonOf(decide('approve', entered, other))).toBe('own-hand')
    expect((await decide('approve', entered)).status).toBe(200)
    for (const { id } of [opener, hand, other])
      await app.database.db.updateTable('staff').set({ status: 'deactivated' }).where('id', '=', id).execute()
  })

  test('rings for whoever could approve it, its maker and its owner hear what became of it, and nobody reads its number', async () => {
    const { body: entered } = await enter('2000')
    expect(await messages(entered.id)).toEqual([
      {
        permission: 'bank-account.approve',
        staff_id: null,
        but_staff_ids: expect.arrayContaining([maker.id]),
        title: 'Binu asks for approval: bank account of Fish Cove',
        text: 'Fish Cove LLP, •••• 2000, HDFC0001234',
      },
    ])
    const before = await mails()
    const { body: approved } = await decide('approve', entered)
    expect((await messages(entered.id)).at(-1)).toMatchObject({ staff_id: maker.id, title: 'Approved: bank account of Fish Cove' })
    const told = (await mails()).slice(before.length)
    expect(told).toMatchObject([{ to_address: 'shop@example.com', subject: 'Where Fish Cove is paid' }])
    expect(told[0]?.body).toMatch(/^From .+ you are paid to another bank account: Fish Cove LLP, •••• 2000/)
    await decide('refuse', approved)
    expect((await messages(entered.id)).at(-1)).toMatchObject({ staff_id: maker.id, text: 'Carol: Not theirs' })
    expect((await mails()).at(-1)?.body).toContain('•••• 2000, HDFC0001234 was refused')
    const { rows } = await sql<{ kept: string }>`select audit_entry::text as kept from audit_entry where entity = 'bank-account'
      union all select event::text from event union all select mail::text from mail`.execute(app.database.db)
    expect(rows.filter(({ kept }) => /5010041234\d/.test(kept))).toEqual([])
  })
})

test('a rider at work waits as a store does and hears of it in their app; one on their way in has it with their application', async () => {
  const rider = await addRider(app.database.db, { id: store.branch_id, currency: 'INR' } as never)
  await addInUse({ rider_id: rider.id }, '1000')
  const { body: entered } = await enter('2000', maker, { riderId: rider.id })
  await decide('approve', entered)
  expect(await statuses(`riderId=${rider.id}`)).toEqual({ 1000: 'in-use', 2000: 'approved' })
  const told = await app.database.db.selectFrom('rider_message').select(['text', 'sent_by']).where('rider_id', '=', rider.id).execute()
  expect(told).toEqual([{ text: expect.stringContaining('•••• 2000'), sent_by: 'Carol' }])
  const applies = await addRider(app.database.db, { id: store.branch_id, currency: 'INR' } as never, {
    status: 'applied',
    shift_state: 'off',
  })
  expect((await enter('3000', maker, { riderId: applies.id })).body).toMatchObject({ status: 'in-use', checkedBy: null })
})

test('where nobody else could approve it, it waits for its time alone, and says so', async () => {
  await app.database.db.updateTable('staff').set({ status: 'suspended' }).where('id', 'in', [checker.id, both.id]).execute()
  await sql`update staff set status = 'suspended' where name = 'Puppet'`.execute(app.database.db)
  const { body } = await enter('2000')
  const from = addMinutes(clock.instant(), 24 * 60)
  expect(body).toMatchObject({ status: 'approved', effectiveAt: from, checkedBy: null, because: 'Nobody else could approve it.' })
  await app.database.db.updateTable('staff').set({ status: 'active' }).where('id', 'in', [checker.id, both.id]).execute()
})

describe('whatever people do', () => {
  type Known = { tail: string; by: string; state: string; from: number }
  const step = fc.record({ what: fc.constantFrom('enter', 'approve', 'refuse', 'wait' as const), who: fc.nat(2), which: fc.nat(2) })
  test('what is paid was approved by somebody else, as long ago as was to be waited, and is the last such one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        store = await addStore(app.database.db)
        await addInUse({ store_id: store.id }, '1000')
        const people = [maker, both, checker] as const
        const known: Known[] = [{ tail: '1000', by: '', state: 'approved', from: 0 }]
        for (const [at, { what, who, which }] of steps.entries()) {
          const now = Date.parse(clock.instant())
          const as = people[who] ?? maker
          const isPending = ({ state, from }: Known) => state === 'waiting' || (state === 'approved' && from > now)
          if (what === 'wait') clock.forward(60 * 5 * (1 + which))
          else if (what === 'enter') {
            const { status } = await enter(String(2000 + at), as)
            expect(status).toBe(as === checker ? 401 : 200)
            if (status !== 200) continue
            for (const one of known.filter(({ state }) => state === 'waiting')) one.state = 'replaced'
            known.push({ tail: String(2000 + at), by: as.id, state: 'waiting', from: 0 })
          } else {
            const one = known[Math.max(0, known.length - 1 - which)] as Known
            const [row] = (await listed()).filter(({ accountNumber }: { accountNumber: string }) => accountNumber.endsWith(one.tail))
            const { status } = await decide(what, row, as)
            const mayNow = what === 'approve' ? one.state === 'waiting' : isPending(one)
            expect([what, status]).toEqual([what, as === maker ? 401 : mayNow && one.by !== as.id ? 200 : 409])
            if (status === 200 && what === 'approve') for (const each of known) if (isPending(each) && each !== one) each.state = 'replaced'
            if (status === 200)
              Object.assign(one, what === 'approve' ? { state: 'approved', from: now + 24 * 3_600_000 } : { state: 'refused' })
          }
          const after = Date.parse(clock.instant())
          const paid = known.findLast(({ state, from }) => state === 'approved' && from <= after)
          const seen: [string, string][] = Object.entries(await statuses())
          expect(seen.filter(([, status]) => status === 'in-use').map(([tail]) => tail)).toEqual([paid?.tail])
          for (const pending of ['waiting', 'approved'])
            expect(seen.filter(([, status]) => status === pending).length, pending).toBeLessThanOrEqual(1)
          expect(Object.fromEntries(seen.filter(([, status]) => status === 'waiting' || status === 'approved'))).toEqual(
            Object.fromEntries(
              known.flatMap(({ tail, state, from }) => {
                const pending = state === 'waiting' || (state === 'approved' && from > after)
                return pending ? [[tail, state]] : []
              }),
            ),
          )
        }
      }),
      { numRuns: 30 },
    )
  })
})

import { approvalContract, type Permission, settingContract } from '@larder/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemActor } from '#kit/access/system-actor.ts'
import { bind } from '#kit/implement.ts'
import { settingHandlers } from '#modules/setting/setting.service.ts'
import { letIn } from '../../../test/factories.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'
import { registerApprovals } from './approval.routes.ts'

const held: Permission[] = ['approval.view', 'setting.view', 'setting-tax.edit', 'setting-tax.approve']
const regime = 'installation.taxRegime'
const otherHand = expect.stringContaining('one of you opened the account of the other')
const nobodyIndependent = 'Nobody who is independent of its maker could approve it.'
let app: TestApp

beforeAll(async () => {
  app = await testApp({
    contracts: { approval: approvalContract, setting: settingContract },
    modules: [registerApprovals, bind(settingContract, settingHandlers)],
  })
})
afterAll(() => app.close())
const anew = async () => {
  await app.database.db.updateTable('staff').set({ status: 'suspended' }).execute()
  await sql`update approval set status = 'withdrawn', decided_at = now() where status = 'pending'`.execute(app.database.db)
}
beforeEach(anew)

const person = (name: string) => app.addStaff({ name, permissions: held })
const owner = (name: string) => app.addStaff({ name, isAdmin: true })
const opened = (by: Caller, whom: Caller, daysAgo = 0, action = 'create') => letIn(app.database.db, by.id, whom.id, daysAgo, action)
/** An account as the command line opens it. */
const installed = async (whom: Caller, action = 'create') => {
  await letIn(app.database.db, systemActor.id, whom.id, 0, action, 'system')
  return whom
}
async function change() {
  const now = await app.database.db.selectFrom('setting').selectAll().where('key', '=', regime).executeTakeFirst()
  return { version: now?.version ?? 0, value: now?.value === 'simple' ? 'in-gst' : 'simple' }
}
const direct = async (as: Caller) => app.call(`PATCH /settings/taxes/${regime}`, { as, body: await change() })
const ask = async (as: Caller) =>
  app.call('POST /approvals', {
    as,
    body: { operation: 'setting.changeTax', params: { id: regime }, body: await change(), reason: 'We leave GST' },
  })
const approve = (as: Caller, { id, version }: { id: string; version: number }) =>
  app.call(`POST /approvals/${id}/approve`, { as, body: { version } })
/** What the inbox offers somebody of a request. */
async function offered(as: Caller, id: string) {
  const [{ body }, mine, others] = await Promise.all([
    app.call(`GET /approvals/${id}`, { as }),
    app.call('GET /approvals?isMineToApprove=true&count=true', { as }),
    app.call('GET /approvals?isMineToApprove=false', { as }),
  ])
  const because: string | null = body.allowed.find(({ action }: { action: string }) => action === 'approve').because
  const listed = mine.body.rows.some((row: { id: string }) => row.id === id)
  expect([listed, others.body.rows.some((row: { id: string }) => row.id === id), mine.body.total.value]).toEqual([
    because === null,
    because !== null,
    because === null ? 1 : 0,
  ])
  return because
}
const entries = async (entity: string, id: string) =>
  app.database.db
    .selectFrom('audit_entry')
    .select(['action', 'reason'])
    .where('entity', '=', entity)
    .where('entity_id', '=', id)
    .orderBy('id', 'desc')
    .execute()

describe('a request', () => {
  test('where somebody independent is left, is approved by nobody who may be whoever asks, from either side', async () => {
    const [opener, hand, sibling, other, cousin, independent] = [
      await person('Opener'),
      await person('Hand'),
      await person('Sibling'),
      await owner('Other'),
      await person('Cousin'),
      await person('Independent'),
    ]
    await opened(opener, hand)
    await opened(opener, sibling, 20)
    await opened(opener, other)
    await opened(other, cousin)
    expect((await direct(hand)).body.error.message).toContain('needs the approval of Role of Independent.')
    const { body: request } = await ask(hand)
    for (const kin of [opener, sibling, other, cousin]) {
      const { status, body } = await approve(kin, request)
      expect([status, body.error.reason]).toEqual([409, 'own-hand'])
      expect(await offered(kin, request.id)).toEqual(otherHand)
    }
    expect(await offered(hand, request.id)).toBe('Another person has to approve what you asked for.')
    expect(await offered(independent, request.id)).toBeNull()
    const { body: approved } = await approve(independent, request)
    expect([approved.status, approved.because]).toEqual(['approved', null])
    expect((await entries('setting', regime))[0]?.reason).toBe('We leave GST')
  })

  test('is approved from either side once a month is over', async () => {
    const [opener, hand] = [await person('Opener'), await person('Hand')]
    await opened(opener, hand, 31)
    const { body: request } = await ask(hand)
    expect(await offered(opener, request.id)).toBeNull()
    expect((await approve(opener, request)).body.because).toBeNull()
  })

  test('of a shop whose owner has just opened all accounts, is the owner’s to approve, and the record says why', async () => {
    const [boss, first, second] = [await owner('Boss'), await person('First'), await person('Second')]
    for (const each of [first, second]) await opened(boss, each)
    expect((await direct(first)).body.error.message).toContain('needs the approval of Role of Boss.')
    const { body: request } = await ask(first)
    expect(await offered(second, request.id)).toEqual(otherHand)
    expect((await approve(second, request)).body.error.reason).toBe('own-hand')
    expect(await offered(boss, request.id)).toBeNull()
    const { body: approved } = await approve(boss, request)
    expect([approved.status, approved.because]).toEqual(['approved', nobodyIndependent])
    expect((await entries('approval', request.id))[0]).toEqual({ action: 'approve', reason: nobodyIndependent })
    expect((await entries('setting', regime))[0]?.reason).toBe(`We leave GST ${nobodyIndependent}`)
    // What the owner does themselves nobody else could approve, and waits for nobody.
    expect((await direct(boss)).status).toBe(200)
    expect((await entries('setting', regime))[0]?.reason).toBe('Nobody else could approve it.')
  })

  test('without an owner, is approved by whoever opened the account of its maker more than a week ago', async () => {
    const [opener, hand] = [await person('Opener'), await person('Hand')]
    await opened(opener, hand, 8)
    const { body: request } = await ask(hand)
    expect(await offered(opener, request.id)).toBeNull()
    await opened(opener, hand, 6)
    expect(await offered(opener, request.id)).toEqual(otherHand)
    expect((await approve(opener, request)).body.error.reason).toBe('own-hand')
  })

  test('between accounts of the command line is as between any two: the program is nobody', async () => {
    const [one, two] = [await installed(await owner('One')), await installed(await owner('Two'))]
    const { body: request } = await ask(one)
    const { body: approved } = await approve(two, request)
    expect([approved.status, approved.because]).toEqual(['approved', null])
    const puppet = await owner('Puppet')
    await opened(one, puppet)
    const { body: theirs } = await ask(puppet)
    expect(await offered(one, theirs.id)).toEqual(otherHand)
    expect((await approve(one, theirs)).body.error.reason).toBe('own-hand')
    expect(await offered(two, theirs.id)).toBeNull()
    // Nor does what it does to an account shut anybody out.
    await app.database.db.updateTable('staff').set({ status: 'suspended' }).where('id', '=', two.id).execute()
    await installed(two, 'suspend')
    expect((await direct(one)).status).toBe(200)
  })

  test('is not approved under the exception by somebody whom its maker let in, owner or not', async () => {
    const [boss, maker] = [await owner('Boss'), await owner('Maker')]
    await opened(maker, boss)
    expect((await ask(maker)).body.error.reason).toBe('needs-no-approval')
    const late = await person('Late')
    const { body: request } = await ask(maker)
    await app.database.db.updateTable('staff').set({ status: 'suspended' }).where('id', '=', late.id).execute()
    expect(await offered(boss, request.id)).toEqual(otherHand)
    expect((await approve(boss, request)).body.error.reason).toBe('own-hand')
  })
})

describe('whoever let whom in', () => {
  const most = 4
  const letting = fc.record({
    by: fc.nat(most - 1),
    whom: fc.nat(most - 1),
    daysAgo: fc.constantFrom(0, 6, 8, 29, 31),
    action: fc.constantFrom('create', 'create', 'resetPassword'),
  })
  const world = fc.record({
    owners: fc.array(fc.boolean(), { minLength: most, maxLength: most }),
    lettings: fc.array(letting, { minLength: 2, maxLength: 7 }),
    maker: fc.nat(most - 1),
  })
  test('what is offered is what is done, and it is the rule', async () => {
    let [refused, excepted, held] = [0, 0, 0]
    await fc.assert(
      fc.asyncProperty(world, async ({ owners, lettings, maker }) => {
        await anew()
        const people: Caller[] = []
        for (const [at, isOwner] of owners.entries()) people.push(await (isOwner ? owner(`P${at}`) : person(`P${at}`)))
        const given = lettings.filter(({ by, whom }) => by !== whom)
        for (const { by, whom, daysAgo, action } of given) await opened(people[by] as Caller, people[whom] as Caller, daysAgo, action)
        const recent = given.filter(({ daysAgo }) => daysAgo < 30)
        const reach = (from: readonly number[], next: (one: number) => number[]): Set<number> => {
          const found = new Set(from)
          for (const one of found) for (const more of next(one)) found.add(more)
          return found
        }
        const kinBy = (among: typeof recent) => {
          const down = (one: number) => among.filter(({ by }) => by === one).map(({ whom }) => whom)
          const up = (one: number) => among.filter(({ whom }) => whom === one).map(({ by }) => by)
          return { hand: reach([maker], down), kin: reach([...reach([maker], up)], down) }
        }
        const { hand, kin } = kinBy(recent)
        // Whoever was no kin before this week's passwords.
        const before = kinBy(recent.filter(({ action, daysAgo }) => action === 'create' || daysAgo > 7)).kin
        const others = people.map((_, at) => at).filter((at) => at !== maker)
        const free = others.filter((at) => !kin.has(at))
        const longAgo = (at: number) => {
          const own = recent.filter(({ by, whom }) => by === at && whom === maker)
          return own.length > 0 && own.every(({ daysAgo }) => daysAgo > 7)
        }
        const next = others.filter((at) => !hand.has(at) && (owners[at] || longAgo(at)))
        const isShut = free.length === 0 && others.some((at) => !before.has(at))
        const chosen = free.length > 0 ? free : isShut ? [] : next
        const asked = await ask(people[maker] as Caller)
        expect(asked.status).toBe(chosen.length > 0 || isShut ? 200 : 409)
        if (isShut) held++
        if (chosen.length === 0) expect((await direct(people[maker] as Caller)).status).toBe(isShut ? 409 : 200)
        if (asked.status === 409) return
        for (const at of others.toSorted((one, other) => Number(chosen.includes(one)) - Number(chosen.includes(other)))) {
          const caller = people[at] as Caller
          const because = await offered(caller, asked.body.id)
          expect([at, because === null]).toEqual([at, chosen.includes(at)])
          const { status, body } = await approve(caller, asked.body)
          expect([at, status]).toEqual([at, chosen.includes(at) ? 200 : 409])
          if (status === 409) refused++
          else {
            expect(body.because).toBe(free.length > 0 ? null : nobodyIndependent)
            if (free.length === 0) excepted++
            break
          }
        }
      }),
      { numRuns: 80, seed: 206 },
    )
    expect([refused > 5, excepted > 2, held > 2]).toEqual([true, true, true])
  }, 180_000)
})

import { approvalContract, type Permission, settingContract } from '@larder/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemContext } from '#kit/access/system-actor.ts'
import { movableClock } from '#kit/clock.ts'
import { bind } from '#kit/implement.ts'
import { settingHandlers } from '#modules/setting/setting.service.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'
import { expireApprovals, registerApprovals } from './approval.routes.ts'

const held: Permission[] = ['approval.view', 'setting.view', 'setting-tax.edit', 'setting-tax.approve']
const key = 'installation.taxRegime'
const clock = movableClock(Date.parse('2026-11-20T08:00:00.000Z'))
let app: TestApp
let people: Caller[]

beforeAll(async () => {
  app = await testApp({
    clock,
    contracts: { approval: approvalContract, setting: settingContract },
    modules: [registerApprovals, bind(settingContract, settingHandlers)],
  })
  people = await Promise.all(['Asha', 'Binu', 'Carol'].map((name) => app.addStaff({ name, permissions: held })))
})
afterAll(() => app.close())

const step = fc.record({
  who: fc.nat(2),
  what: fc.constantFrom('ask', 'ask', 'approve', 'approve', 'refuse', 'withdraw', 'change', 'expire', 'approve at once'),
  /** An old version of the request may be sent again. */
  behind: fc.nat(1),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

async function take({ who, what, behind }: Step): Promise<void> {
  const as = people[who] as Caller
  const setting = await app.database.db.selectFrom('setting').selectAll().where('key', '=', key).executeTakeFirst()
  const body = { version: setting?.version ?? 0, value: setting?.value === 'simple' ? 'in-gst' : 'simple' }
  if (what === 'ask')
    await app.call('POST /approvals', { as, body: { operation: 'setting.changeTax', params: { id: key }, body, reason: 'Because' } })
  else if (what === 'change') await app.call(`PATCH /settings/taxes/${key}`, { as, body })
  else if (what === 'expire') {
    clock.forward(8 * 24 * 60)
    await expireApprovals(systemContext(app.services, 'expire-approvals'))
  } else {
    const last = await app.database.db.selectFrom('approval').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
    if (!last) return
    const verb = what === 'approve at once' ? 'approve' : what
    const callers = what === 'approve at once' ? people : [as]
    const sent = { version: Math.max(1, last.version - behind), ...(verb === 'refuse' && { reason: 'No' }) }
    const answers = await Promise.all(callers.map((caller) => app.call(`POST /approvals/${last.id}/${verb}`, { as: caller, body: sent })))
    // The table would refuse one's own too, as a value that is wrong: by then nobody has said why.
    for (const { status } of answers) expect([200, 404, 409], 'how a decision ends').toContain(status)
  }
}

test('no order of asking, approving, refusing, withdrawing and expiring lets one person do both, or applies a request twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      for (const each of steps) await take(each)
      const { rows } = await sql<{ approved: number; alone: number; applied: number; twice: number; version: number }>`select
        (select count(*) from approval where status = 'approved')::int as approved,
        (select count(*) from audit_entry where actor_id = checker_id or (entity = 'setting' and checker_id is null))::int as alone,
        (select count(*) from audit_entry where entity = 'setting')::int as applied,
        (select count(*) from (select from audit_entry where entity = 'setting' group by change_set_id having count(*) > 1) as sets)::int as twice,
        coalesce((select version from setting where key = ${key}), 0)::int as version`.execute(app.database.db)
      const [seen] = rows
      expect(seen).toEqual({ approved: seen?.approved, alone: 0, applied: seen?.approved, twice: 0, version: seen?.approved })
    }),
    { numRuns: 40 },
  )
  const { rows } = await sql<{ approved: number }>`select count(*)::int as approved from approval where status = 'approved'`.execute(
    app.database.db,
  )
  expect(rows[0]?.approved, 'some were approved').toBeGreaterThan(5)
})

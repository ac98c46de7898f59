import {
  addMinutes,
  approvalContract,
  auditContract,
  mostPlans,
  newId,
  type Permission,
  type SettingPlan,
  settingContract,
} from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { systemContext } from '#kit/access/system-actor.ts'
import { movableClock } from '#kit/clock.ts'
import { bind } from '#kit/implement.ts'
import { readSetting } from '#kit/settings.ts'
import { expireApprovals, registerApprovals } from '#modules/approval/approval.routes.ts'
import { registerHistory } from '#modules/audit-history/history.service.ts'
import { settingHandlers } from '#modules/setting/setting.service.ts'
import { applyDuePlans } from '#modules/setting/setting-due.service.ts'
import { taxProfileOf } from '../../../test/factories.ts'
import { meetingAt } from '../../../test/meeting.ts'
import { plansOf, scansOf } from '../../../test/plans.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

const start = Date.parse('2026-11-20T08:00:00.000Z')
const taxes: Permission[] = ['approval.view', 'setting.view', 'setting-tax.edit', 'setting-tax.approve']
let clock: ReturnType<typeof movableClock>
let app: TestApp
let asha: Caller

beforeEach(async () => {
  await app?.close()
  clock = movableClock(start)
  app = await testApp({
    clock,
    contracts: { approval: approvalContract, setting: settingContract, audit: auditContract },
    modules: [registerApprovals, bind(settingContract, settingHandlers), registerHistory],
  })
  asha = await app.addStaff({ name: 'Asha', permissions: ['setting.view', 'setting.edit'] })
})
afterAll(() => app.close())

const travel = 'order.travelMinutes'
const inMinutes = (minutes: number) => addMinutes(clock.instant(), minutes)
const plan = (value: unknown, takesEffectAt: string, key: string = travel, version = 0) =>
  app.call(`PATCH /settings/values/${key}`, { as: asha, body: { version, value, takesEffectAt } })
const listed = async (as = asha): Promise<SettingPlan[]> => (await app.call('GET /settings/plans', { as })).body
const applyDue = () => applyDuePlans(systemContext(app.services, 'apply-planned-settings'))
const history = async (key: string = travel, as = asha) => (await app.call(`GET /history/setting/${key}`, { as })).body.rows
const move = (as: Caller, { id, version }: SettingPlan, takesEffectAt: string, tax = '') =>
  app.call(`POST /settings/${tax}plans/${id}/move`, { as, body: { version, takesEffectAt } })
const cancel = (as: Caller, { id, version }: SettingPlan, tax = '') =>
  app.call(`POST /settings/${tax}plans/${id}/cancel`, { as, body: { version } })
const only = async (): Promise<SettingPlan> => {
  const plans = await listed()
  expect(plans).toHaveLength(1)
  return plans[0] as SettingPlan
}
const told = () => app.database.db.selectFrom('event').select(['staff_id', 'permission', 'payload']).where('kind', '=', 'message').execute()

describe('a planned change', () => {
  test('is listed, changes nothing before its minute, and takes effect then as its planner’s', async () => {
    const answer = await plan(25, addMinutes('2026-11-20T09:00:41.000Z', 0))
    expect([answer.status, answer.body.value, answer.body.version]).toEqual([200, 20, 0])
    expect(await only()).toMatchObject({
      settingId: travel,
      from: 20,
      value: 25,
      takesEffectAt: '2026-11-20T09:00:00.000Z',
      status: 'planned',
      planner: { id: asha.id, name: 'Asha' },
      allowed: [
        { action: 'movePlan', because: null },
        { action: 'cancelPlan', because: null },
      ],
    })
    clock.forward(59)
    await applyDue()
    expect(await readSetting(app.services, travel)).toBe(20)
    clock.forward(1)
    await applyDue()
    expect(await readSetting(app.services, travel)).toBe(25)
    expect(await listed()).toEqual([])
    const [done, planned] = await history()
    expect(done).toMatchObject({ actorName: 'Asha', action: 'change', reason: 'As planned.', changes: [{ old: 20, new: 25 }] })
    expect(planned).toMatchObject({ actorName: 'Asha', action: 'plan' })
  })

  test('follows another of the same setting, in the order of their times, also late and all at once', async () => {
    await plan(30, inMinutes(120))
    await plan(25, inMinutes(60))
    expect((await listed()).map(({ from, value }) => [from, value])).toEqual([
      [20, 25],
      [25, 30],
    ])
    clock.forward(24 * 60)
    await applyDue()
    expect(await readSetting(app.services, travel)).toBe(30)
    expect((await history()).map(({ action }: { action: string }) => action)).toEqual(['change', 'change', 'plan', 'plan'])
  })

  test.each([
    ['the minute of another of the same setting', 26, 60, 'takesEffectAt', 'is when another planned change of this takes effect'],
    ['a moment that is over', 26, 0, 'takesEffectAt', 'must be later than now'],
    ['a moment years ahead', 26, 800 * 24 * 60, 'takesEffectAt', 'must be within two years'],
    ['what it will be by then', 25, 90, 'value', 'is what it will be by then'],
    ['what it may not be', 999, 90, 'value', 'must be at most 240'],
  ])('is refused for %s, by its field', async (_, value, minutes, field, words) => {
    await plan(25, inMinutes(60))
    const answer = await plan(value, inMinutes(minutes))
    expect([answer.status, answer.body.error.fields]).toEqual([422, { [`body.${field}`]: words }])
    await only()
  })

  test('is judged among what the others will be by then', async () => {
    const [warn, reject] = ['order.warnMinutes', 'order.autoRejectMinutes']
    const early = await plan(15, inMinutes(60), warn)
    expect(early.body.error.fields['body.value']).toContain('staff are warned of a new order before it is rejected')
    expect((await plan(20, inMinutes(60), reject)).status).toBe(200)
    expect((await plan(15, inMinutes(59), warn)).status).toBe(422)
    expect((await plan(15, inMinutes(60), warn)).status).toBe(200)
    clock.forward(60)
    await applyDue()
    expect(await listed()).toEqual([])
    expect([await readSetting(app.services, 'order.warnMinutes'), await readSetting(app.services, 'order.autoRejectMinutes')]).toEqual([
      15, 20,
    ])
  })

  test('that fits no more as it is to take effect has failed, says why to its planner alone, and can be planned again', async () => {
    await plan(9, inMinutes(60), 'order.warnMinutes')
    const meanwhile = { as: asha, body: { version: 0, value: 8 } }
    expect((await app.call('PATCH /settings/values/order.autoRejectMinutes', meanwhile)).status).toBe(200)
    clock.forward(61)
    await applyDue()
    await applyDue()
    const failed = await only()
    const why = 'staff are warned of a new order before it is rejected'
    expect(failed).toMatchObject({ status: 'failed', because: expect.stringContaining(why), version: 2 })
    expect(await readSetting(app.services, 'order.warnMinutes')).toBe(5)
    const payload = { title: 'Not changed as planned: Wait before a warning about a new order', text: failed.because }
    expect(await told()).toMatchObject([{ staff_id: asha.id, payload: { ...payload, tone: 'warning', entity: 'setting' } }])
    expect((await history('order.warnMinutes'))[0]).toMatchObject({ action: 'failPlan', reason: failed.because })

    expect((await move(asha, failed, inMinutes(5))).body.error.fields).toHaveProperty(['body.takesEffectAt'])
    await app.call('PATCH /settings/values/order.autoRejectMinutes', { as: asha, body: { version: 1, value: 12 } })
    expect((await move(asha, failed, inMinutes(5))).body).toMatchObject({ status: 'planned', because: null })
    clock.forward(5)
    await applyDue()
    expect(await readSetting(app.services, 'order.warnMinutes')).toBe(9)
  })

  test('is moved and cancelled at the version that was seen', async () => {
    await plan(25, inMinutes(60))
    const seen = await only()
    const later = inMinutes(90)
    expect((await move(asha, seen, later)).body).toMatchObject({ takesEffectAt: later, from: seen.from, value: seen.value, version: 2 })
    expect((await cancel(asha, seen)).body.error.reason).toBe('changed-meanwhile')
    clock.forward(61)
    await applyDue()
    const { status } = await cancel(asha, await only())
    expect([status, await listed()]).toEqual([200, []])
    clock.forward(60)
    await applyDue()
    expect(await readSetting(app.services, travel)).toBe(20)
    expect((await history()).map(({ action }: { action: string }) => action)).toEqual(['cancelPlan', 'movePlan', 'plan'])
  })

  test('takes effect once however many processes find it due, and is either cancelled or done', async () => {
    await plan(25, inMinutes(1))
    const seen = await only()
    clock.forward(1)
    await meetingAt(app.database, 'setting_plan', [applyDue, applyDue, async () => void (await cancel(asha, seen))])
    const [{ action }, ...rest] = await history()
    expect(rest).toHaveLength(1)
    expect(await readSetting(app.services, travel)).toBe(action === 'change' ? 25 : 20)
    expect(await listed()).toEqual([])
  })

  test.each([
    ['is suspended', { status: 'suspended' }],
    ['reaches a part of the installation', { scope_kind: 'branch', scope_ids: [newId()] }],
  ])('is no longer made once its planner %s', async (_, becomes) => {
    await plan(25, inMinutes(1))
    await app.database.db.updateTable('staff').set(becomes).where('id', '=', asha.id).execute()
    clock.forward(1)
    await applyDue()
    const other = await app.addStaff({ permissions: ['setting.view'] })
    expect(await listed(other)).toMatchObject([
      { status: 'failed', because: 'Whoever planned it may not change this any more.', allowed: [] },
    ])
    expect(await readSetting(app.services, travel)).toBe(20)
  })

  test('is for those who may change the setting: taxes apart, and whoever only looks changes none', async () => {
    const [accountant, looks] = [await app.addStaff({ permissions: taxes }), await app.addStaff({ permissions: ['setting.view'] })]
    const body = { version: 0, value: await taxProfileOf(app.database.db, 50_000), takesEffectAt: inMinutes(60) }
    expect((await app.call('PATCH /settings/taxes/tax.packing', { as: accountant, body })).status).toBe(200)
    const seen = await only()
    expect([seen.allowed, (await listed(looks))[0]?.allowed]).toEqual([[], []])
    expect((await listed(accountant))[0]?.allowed.map(({ action }) => action)).toEqual(['moveTaxPlan', 'cancelTaxPlan'])
    expect([(await cancel(asha, seen)).status, (await move(asha, seen, inMinutes(9))).status]).toEqual([404, 404])
    expect([(await cancel(asha, seen, 'tax-')).status, (await cancel(looks, seen)).status]).toEqual([401, 401])
    expect((await cancel(accountant, seen, 'tax-')).status).toBe(200)
  })

  test(`is one of ${mostPlans} at most`, async () => {
    const rows = Array.from({ length: mostPlans }, (_, at) => ({
      id: newId(),
      key: 'task.fileDays',
      value: JSON.stringify(1 + (at % 2)),
      takes_effect_at: inMinutes(at + 1),
      staff_id: asha.id,
    }))
    await app.database.db.insertInto('setting_plan').values(rows).execute()
    expect((await plan(25, inMinutes(60))).body.error.reason).toBe('limit-reached')
  })

  test('is found by its time, whatever else is kept', async () => {
    await sql`insert into setting_plan (id, key, value, takes_effect_at, status, because, staff_id)
      select gen_random_uuid(), 'task.fileDays', '1', '2026-01-01', 'failed', 'Once', ${asha.id} from generate_series(1, 5000)`.execute(
      app.database.db,
    )
    await app.database.db
      .insertInto('setting_plan')
      .values({ id: newId(), key: travel, value: '25', takes_effect_at: inMinutes(1), staff_id: asha.id })
      .execute()
    await sql`analyze setting_plan`.execute(app.database.db)
    clock.forward(2)
    const [scan] = scansOf(await plansOf(app, applyDue), 'setting_plan')
    expect(scan).toMatchObject({ index: 'setting_plan_due' })
    expect(scan?.looked).toBeLessThanOrEqual(1)
  })
})

describe('a planned change that another person has to approve', () => {
  const regime = 'installation.taxRegime'
  let binu: Caller
  let carol: Caller
  beforeEach(async () => {
    binu = await app.addStaff({ name: 'Binu', permissions: taxes })
    carol = await app.addStaff({ name: 'Carol', permissions: taxes })
  })
  const ask = (operation: string, params: object, body: object) =>
    app.call('POST /approvals', { as: binu, body: { operation, params, body, reason: 'As of the new year' } })
  const askToPlan = async (minutes: number) => {
    const { status, body } = await ask(
      'setting.changeTax',
      { id: regime },
      { version: 0, value: 'simple', takesEffectAt: inMinutes(minutes) },
    )
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  const decide = ({ id, version }: { id: string; version: number }, verb: string, more: object = {}) =>
    app.call(`POST /approvals/${id}/${verb}`, { as: carol, body: { version, ...more } })
  const regimeNow = () => readSetting(app.services, regime)

  test('is planned once it is approved, with both names, and asked for anew for another time; to cancel takes one', async () => {
    const body = { version: 0, value: 'simple', takesEffectAt: inMinutes(60) }
    const direct = await app.call(`PATCH /settings/taxes/${regime}`, { as: binu, body })
    expect(direct.body.error).toMatchObject({
      reason: 'needs-approval',
      message: expect.stringMatching(/^Change tax regime of new orders to By rate on \w{3} \d+, 2026, /),
    })
    const request = await askToPlan(60)
    expect(request.changes).toEqual([
      { field: 'takesEffectAt', old: null, new: body.takesEffectAt },
      { field: 'value', old: 'in-gst', new: 'simple' },
    ])
    expect(await listed()).toEqual([])
    expect((await decide(request, 'approve')).status).toBe(200)
    const [planned] = (await listed(binu)) as [SettingPlan]
    expect(planned).toMatchObject({ planner: { name: 'Binu' }, value: 'simple' })
    expect(planned.allowed[0]).toMatchObject({ action: 'moveTaxPlan', approval: { by: expect.arrayContaining(['Role of Carol']) } })
    expect((await history(regime))[0]).toMatchObject({ actorName: 'Binu', checkerName: 'Carol', action: 'plan' })

    expect((await move(binu, planned, inMinutes(5), 'tax-')).body.error.reason).toBe('needs-approval')
    const moving = await ask('setting.moveTaxPlan', { id: planned.id }, { version: 1, takesEffectAt: inMinutes(5) })
    expect((await decide(moving.body, 'approve')).status).toBe(200)
    clock.forward(5)
    await applyDue()
    expect(await regimeNow()).toBe('simple')
  })

  test('approved after its time takes effect at once', async () => {
    const request = await askToPlan(10)
    clock.forward(60)
    expect((await decide(request, 'approve')).status).toBe(200)
    await applyDue()
    expect(await regimeNow()).toBe('simple')
    expect((await history(regime))[0]).toMatchObject({ actorName: 'Binu', reason: 'As planned.' })
  })

  test('refused, withdrawn or expired is never planned', async () => {
    expect((await decide(await askToPlan(10), 'refuse', { reason: 'No' })).status).toBe(200)
    const own = await askToPlan(10)
    expect((await app.call(`POST /approvals/${own.id}/withdraw`, { as: binu, body: { version: own.version } })).status).toBe(200)
    await askToPlan(10)
    clock.forward(8 * 24 * 60)
    await expireApprovals(systemContext(app.services, 'expire-approvals'))
    await applyDue()
    expect([await listed(), await regimeNow()]).toEqual([[], 'in-gst'])
  })

  test('is cancelled by one person', async () => {
    expect((await decide(await askToPlan(60), 'approve')).status).toBe(200)
    const [planned] = (await listed(binu)) as [SettingPlan]
    expect((await cancel(binu, planned, 'tax-')).status).toBe(200)
    expect(await listed()).toEqual([])
  })
})

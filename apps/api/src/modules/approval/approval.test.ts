import { approvalContract, auditContract, newId, type Permission, settingContract } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { systemContext } from '#kit/access/system-actor.ts'
import { movableClock } from '#kit/clock.ts'
import { bind } from '#kit/implement.ts'
import { wholeInstallation } from '#kit/live/audience.ts'
import { readSetting } from '#kit/settings.ts'
import { verifyEntries } from '#modules/audit/audit-verify-entries.ts'
import { registerHistory } from '#modules/audit-history/history.service.ts'
import { settingHandlers } from '#modules/setting/setting.service.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'
import { expireApprovals, registerApprovals } from './approval.routes.ts'

const start = Date.parse('2026-11-20T08:00:00.000Z')
const held: Permission[] = ['approval.view', 'setting.view', 'setting-tax.edit', 'setting-tax.approve']
const clock = movableClock(start)
let app: TestApp
let asha: Caller
let binu: Caller

beforeEach(async () => {
  await app?.close()
  app = await testApp({
    clock,
    contracts: { approval: approvalContract, setting: settingContract, audit: auditContract },
    modules: [registerApprovals, bind(settingContract, settingHandlers), registerHistory],
  })
  asha = await app.addStaff({ name: 'Asha', permissions: held })
  binu = await app.addStaff({ name: 'Binu', permissions: held })
})
afterAll(() => app.close())

const regime = 'installation.taxRegime'
const asked = (version = 0, value = 'simple') => ({
  operation: 'setting.changeTax',
  params: { id: regime },
  body: { version, value },
  reason: 'We leave GST',
})
const ask = (as: Caller, body: object = asked()) => app.call('POST /approvals', { as, body })
const decide = (as: Caller, verb: string, { id, version }: { id: string; version: number }, more: object = {}, headers = {}) =>
  app.call(`POST /approvals/${id}/${verb}`, { as, headers, body: { version, ...more } })
const direct = (as: Caller, version = 0, value = 'simple') => app.call(`PATCH /settings/taxes/${regime}`, { as, body: { version, value } })
const valueNow = () => readSetting(app.services, regime)

describe('a change that needs another person', () => {
  test('is refused at once, says who can approve it, and is told by the setting', async () => {
    const { status, body } = await direct(asha)
    expect([status, body.error.reason]).toEqual([409, 'needs-approval'])
    expect(body.error.message).toContain('Role of Binu')
    const settings = (await app.call('GET /settings/values', { as: asha })).body
    const found = settings.find(({ id }: { id: string }) => id === regime)
    expect(found.allowed).toEqual([{ action: 'changeTax', because: null, approval: { by: ['Role of Binu'] } }])
    expect(await valueNow()).toBe('in-gst')
    const free = await app.addStaff({ permissions: ['setting.view', 'setting.edit'] })
    expect((await app.call('PATCH /settings/values/order.travelMinutes', { as: free, body: { version: 0, value: 25 } })).status).toBe(200)
  })

  test('is asked for with its difference, approved by another, and stands in the record with both names', async () => {
    const { status, body: request } = await ask(asha)
    expect([status, request.status, request.title]).toEqual([200, 'pending', 'Change tax regime of new orders to By rate'])
    expect(request.changes).toEqual([{ field: 'value', old: 'in-gst', new: 'simple' }])
    expect(request.allowed).toEqual([
      { action: 'approve', because: 'Another person has to approve what you asked for.' },
      { action: 'refuse', because: 'Another person has to approve what you asked for.' },
      { action: 'withdraw', because: null },
    ])
    expect(await valueNow()).toBe('in-gst')
    const approved = await decide(binu, 'approve', request)
    expect([approved.status, approved.body.status, approved.body.checker.name]).toEqual([200, 'approved', 'Binu'])
    expect(await valueNow()).toBe('simple')
    const [entry] = (await app.call(`GET /history/setting/${regime}`, { as: asha })).body.rows
    expect(entry).toMatchObject({ actorName: 'Asha', checkerName: 'Binu', action: 'change', reason: 'We leave GST' })
    const [own] = (await app.call(`GET /history/approval/${request.id}`, { as: asha })).body.rows
    expect(own).toMatchObject({ actorName: 'Binu', checkerName: null, action: 'approve', changeSetId: entry.changeSetId })
    expect(entry.changeSetId).not.toBeNull()
    expect(await verifyEntries(app.database.db)).toMatchObject({ broken: null })
    await expect(
      sql`alter table audit_entry disable trigger all; update audit_entry set checker_name = 'Asha' where checker_name is not null; alter table audit_entry enable trigger all`.execute(
        app.database.db,
      ),
    ).resolves.toBeDefined()
    expect((await verifyEntries(app.database.db)).broken?.because).toBe('its content was changed')
  })

  test('nobody decides their own, nor without the permission, nor what is decided already', async () => {
    const { body: request } = await ask(asha)
    for (const [verb, more] of [
      ['approve', {}],
      ['refuse', { reason: 'No' }],
    ] as const)
      expect((await decide(asha, verb, request, more)).body.error.reason).toBe('own-request')
    const clerk = await app.addStaff({ permissions: ['approval.view', 'setting.view', 'setting-tax.edit'] })
    expect((await app.call('GET /approvals', { as: clerk })).body.rows).toEqual([])
    expect((await decide(clerk, 'approve', request)).status).toBe(404)
    expect((await decide(binu, 'withdraw', request)).status).toBe(404)
    expect((await decide(binu, 'refuse', request)).body.error.fields).toHaveProperty(['body.reason'])
    const refused = (await decide(binu, 'refuse', request, { reason: 'Not this year' })).body
    expect(refused).toMatchObject({ status: 'refused', because: 'Not this year', checker: { name: 'Binu' } })
    expect((await decide(binu, 'approve', refused)).body.error.reason).toBe('already-decided')
    expect((await decide(asha, 'withdraw', refused)).body.error.reason).toBe('already-decided')
    expect(await valueNow()).toBe('in-gst')
  })

  test('is judged as the act itself: input, permission, version, and whether there is anything to approve', async () => {
    expect((await ask(asha, asked(0, 'no-such'))).body.error.fields).toHaveProperty(['body.value'])
    expect((await ask(asha, asked(7))).body.error.reason).toBe('changed-meanwhile')
    expect((await ask(asha, asked(0, 'in-gst'))).body.error.reason).toBe('needs-no-approval')
    const clerk = await app.addStaff({ permissions: ['approval.view', 'setting.view'] })
    expect((await ask(clerk)).body.error.fields).toEqual({ permission: 'setting-tax.edit' })
    const blind = await app.addStaff({ permissions: ['approval.view', 'setting-tax.edit'] })
    expect((await ask(blind)).body.error.fields).toEqual({ permission: 'setting.view' })
    const keeper = await app.addStaff({ permissions: ['approval.view', 'setting.view', 'setting.edit'] })
    const free = { ...asked(), operation: 'setting.change', params: { id: 'order.travelMinutes' }, body: { version: 0, value: 25 } }
    expect((await ask(keeper, free)).body.error.reason).toBe('needs-no-approval')
    expect((await app.call('GET /approvals', { as: binu })).body.rows).toEqual([])
    expect((await ask(asha)).status).toBe(200)
    expect((await ask(binu)).body.error).toMatchObject({ reason: 'already-requested', message: expect.stringContaining('Asha') })
  })

  test('is overtaken where it could not be done any more, and says why', async () => {
    const { body: request } = await ask(asha)
    await app.database.db.updateTable('staff').set({ status: 'suspended' }).where('id', '=', asha.id).execute()
    const answer = await decide(binu, 'approve', request)
    expect([answer.status, answer.body.error.reason]).toEqual([409, 'overtaken'])
    const { body: told } = await app.call(`GET /approvals/${request.id}`, { as: binu })
    expect(told).toMatchObject({ status: 'overtaken', because: 'Whoever asked for it may not do it any more.', checker: null })

    await app.database.db.updateTable('staff').set({ status: 'active' }).where('id', '=', asha.id).execute()
    const { body: second } = await ask(asha)
    await sql`insert into setting (key, value, version) values (${regime}, '"simple"', 5)`.execute(app.database.db)
    expect((await decide(binu, 'approve', second)).body.error.reason).toBe('overtaken')
    expect((await app.call(`GET /approvals/${second.id}`, { as: asha })).body.because).toContain('changed meanwhile')
  })

  test('is overtaken where whoever asked has lost the permission meanwhile', async () => {
    const { body: request } = await ask(asha)
    await sql`delete from role_grant where permission = 'setting-tax.edit' and role_id = (select role_id from staff where id = ${asha.id})`.execute(
      app.database.db,
    )
    expect((await decide(binu, 'approve', request)).body.error.reason).toBe('overtaken')
    const { body: told } = await app.call(`GET /approvals/${request.id}`, { as: binu })
    expect(told).toMatchObject({ status: 'overtaken', because: 'Whoever asked for it may not do it any more.' })
    expect(await valueNow()).toBe('in-gst')
  })

  test('expires when nobody decides it in time', async () => {
    const { body: request } = await ask(asha)
    clock.forward(8 * 24 * 60)
    expect((await decide(binu, 'approve', request)).body.error.message).toBe('The request has expired.')
    await expireApprovals(systemContext(app.services, 'expire-approvals'))
    expect((await app.call(`GET /approvals/${request.id}`, { as: asha })).body.status).toBe('expired')
    expect((await ask(asha)).status).toBe(200)
  })

  test('two who approve at once are one, and a repeated key answers again', async () => {
    const carol = await app.addStaff({ name: 'Carol', permissions: held })
    const { body: request } = await ask(asha)
    const key = { 'idempotency-key': newId() }
    const answers = await Promise.all([
      decide(binu, 'approve', request, {}, key),
      decide(carol, 'approve', request),
      decide(carol, 'refuse', request, { reason: 'No' }),
    ])
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    for (const { status, body } of answers.filter(({ status }) => status !== 200))
      expect([status, body.error.reason]).toEqual([409, 'changed-meanwhile'])
    const { rows } = await sql<{ changes: number }>`select count(*)::int as changes from audit_entry where entity = 'setting'`.execute(
      app.database.db,
    )
    expect(rows[0]?.changes).toBe(won[0]?.body.status === 'approved' ? 1 : 0)
  })

  test('is approved once however many decide at once, and nobody is kept waiting for a connection', async () => {
    const { body: request } = await ask(asha)
    const checkers = await Promise.all(Array.from({ length: 16 }, () => app.addStaff({ permissions: held })))
    app.services.settings.forget()
    const answers = await Promise.all(checkers.map((checker) => decide(checker, 'approve', request)))
    expect(answers.map(({ status, body }) => body.error?.reason ?? status).sort()).toEqual([200, ...Array(15).fill('changed-meanwhile')])
  })

  test('is asked for once however many ask at once', async () => {
    const makers = await Promise.all(Array.from({ length: 16 }, () => app.addStaff({ permissions: held })))
    app.services.settings.forget()
    const answers = await Promise.all(makers.map((maker) => ask(maker)))
    expect(answers.map(({ status, body }) => body.error?.reason ?? status).sort()).toEqual([200, ...Array(15).fill('already-requested')])
  })

  test('of whom nobody else could approve it is made at once, and the record says so', async () => {
    await app.database.db.updateTable('staff').set({ status: 'suspended' }).where('id', '=', binu.id).execute()
    const found = (await app.call('GET /settings/values', { as: asha })).body.find(({ id }: { id: string }) => id === regime)
    expect(found.allowed).toEqual([{ action: 'changeTax', because: null, approval: { by: [] } }])
    expect((await ask(asha)).body.error).toMatchObject({ reason: 'needs-no-approval', message: expect.stringContaining('Nobody else') })
    expect((await direct(asha)).status).toBe(200)
    const [entry] = (await app.call(`GET /history/setting/${regime}`, { as: asha })).body.rows
    expect(entry).toMatchObject({ actorName: 'Asha', checkerName: null, reason: 'Nobody else could approve it.' })
  })

  test('rings for those who may approve it, and for nobody next door', async () => {
    const { body: request } = await ask(asha)
    const { rows } = await sql`select permission, branch_id, payload from event where kind = 'message'`.execute(app.database.db)
    expect(rows).toMatchObject([
      { permission: 'setting-tax.approve', branch_id: wholeInstallation, payload: { entity: 'approval', entityId: request.id } },
    ])
  })

  test('is told of its record to whoever may open that; the request itself only to those whose it is or who may approve it', async () => {
    const waiting = (as: Caller, id: string = regime) => app.call(`GET /approvals/waiting/setting/${id}`, { as })
    expect((await waiting(asha)).body).toEqual({ request: null })
    const { body: request } = await ask(asha)
    const told = { id: request.id, title: request.title, maker: { name: 'Asha' }, by: ['Role of Binu'], version: request.version }
    expect((await waiting(asha)).body.request).toMatchObject({ ...told, isOpen: true, allowed: [{ action: 'withdraw', because: null }] })
    expect((await waiting(binu)).body.request).toMatchObject({ ...told, isOpen: true, allowed: [] })
    const reader = await app.addStaff({ permissions: ['setting.view'] })
    expect((await waiting(reader)).body.request).toMatchObject({ ...told, isOpen: false, allowed: [] })
    const stranger = await app.addStaff({ permissions: ['approval.view'] })
    expect((await waiting(stranger)).status).toBe(401)
    expect((await waiting(reader, 'no.such')).status).toBe(404)
    expect((await app.call(`GET /approvals/waiting/nothing/${regime}`, { as: reader })).status).toBe(404)
    await decide(asha, 'withdraw', request)
    expect((await waiting(reader)).body).toEqual({ request: null })
  })
})

import { newId, type Setting, settingContract, settings } from '@larder/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readOnly } from '#db/database.ts'
import { systemClock } from '#kit/clock.ts'
import { format } from '#kit/format.ts'
import { bind } from '#kit/implement.ts'
import { createServices, startServices, stopServices } from '#kit/services.ts'
import { readConventions, readSetting } from '#kit/settings.ts'
import { settingHandlers } from '#modules/setting/setting.service.ts'
import { addStore, taxProfileOf } from '../../../test/factories.ts'
import { meetingAt } from '../../../test/meeting.ts'
import { type Caller, type TestApp, testApp, testConfig } from '../../../test/test-app.ts'

let app: TestApp
let as: Caller

beforeAll(async () => {
  app = await testApp({
    live: true,
    contracts: { setting: settingContract },
    modules: [bind(settingContract, settingHandlers)],
  })
  as = await app.addStaff({ permissions: ['setting.view', 'setting.edit'], name: 'Asha' })
})
afterAll(() => app.close())

const change = (key: string, value: unknown, version: number) => app.call(`PATCH /settings/values/${key}`, { as, body: { value, version } })

test('every setting is listed with its default until somebody changes it', async () => {
  const { body } = await app.call('GET /settings/values', { as })
  const warn = body.find(({ id }: { id: string }) => id === 'order.warnMinutes')
  expect(warn).toMatchObject({ value: 5, initial: 5, unit: 'minutes', version: 0 })
  expect(await readSetting(app.services, 'order.autoRejectMinutes')).toBe(10)
})

test('every setting tells what it may be', async () => {
  const { body } = await app.call('GET /settings/values', { as })
  const told = (key: string) => {
    const { kind, choices, min, max } = body.find(({ id }: { id: string }) => id === key)
    return { kind, choices, min, max }
  }
  const open = { choices: null, min: null, max: null }
  expect(told('order.warnMinutes')).toEqual({ ...open, kind: 'number', min: 1, max: 120 })
  expect(told('tax.packing')).toEqual({ ...open, kind: 'tax-profile', choices: ['none'] })
  expect(told('store.opensAt')).toMatchObject({ kind: 'time' })
  expect(body.find(({ id }: { id: string }) => id === 'store.minOrder')).toMatchObject({ kind: 'number', unit: 'INR' })
  expect(told('installation.name')).toEqual({ ...open, kind: 'text', min: 1, max: 60 })
  expect(told('tax.prices')).toEqual({ ...open, kind: 'choice', choices: ['exclusive', 'inclusive'] })
  expect(told('installation.timeZone')).toEqual({ ...open, kind: 'time-zone' })
  expect(told('installation.callingCode')).toEqual({ ...open, kind: 'calling-code' })
  expect(told('installation.currency')).toEqual({ ...open, kind: 'currency', choices: expect.arrayContaining(['INR', 'JPY']) })
})

test('a change holds at once, here and in every other process', async () => {
  const { db } = app.database
  const parts = { config: testConfig, databaseUrl: app.database.url, writable: db, db: readOnly(db), clock: systemClock }
  const other = createServices({ ...parts, log: pino({ level: 'silent' }) })
  await startServices(other)
  try {
    expect(await readSetting(other, 'order.warnMinutes')).toBe(5)
    expect((await change('order.warnMinutes', 7, 0)).body).toMatchObject({ value: 7, version: 1 })
    expect(await readSetting(app.services, 'order.warnMinutes')).toBe(7)
    await vi.waitFor(async () => expect(await readSetting(other, 'order.warnMinutes')).toBe(7), { timeout: 1000 })
  } finally {
    await stopServices(other)
  }
})

test('what every screen is written by is told to everyone, the rest to those who see settings', async () => {
  const { db } = app.database
  await change('installation.name', 'Larder of Kochi', 0)
  await change('order.maxDelays', 3, 0)
  const told = await db.selectFrom('event').select(['entity_id', 'permission']).where('entity', '=', 'setting').execute()
  expect(Object.fromEntries(told.map(({ entity_id, permission }) => [entity_id, permission]))).toMatchObject({
    'installation.name': 'signed-in',
    'order.maxDelays': 'setting.view',
  })
})

test.each([
  ['order.maxDelays', -1, 'must be at least 0'],
  ['order.maxDelays', 11, 'must be at most 10'],
  ['order.maxDelays', 1.5, 'must be a whole number'],
  ['order.maxDelays', '2', 'must be a number'],
  ['installation.timeZone', 'Mars/Phobos', 'is not a time zone'],
  ['installation.currency', 'rupees', 'must be a currency code of three capitals'],
  ['installation.name', 5, 'must be text'],
  ['installation.name', '   ', 'is required'],
  ['installation.callingCode', '+91', 'must be a calling code such as 91'],
  ['installation.callingCode', '999', 'is not a country calling code'],
])('%s cannot be %s: it %s', async (key, value, words) => {
  const answer = await change(key, value, 0)
  expect([answer.status, answer.body.error.fields]).toEqual([422, { 'body.value': words }])
})

test.each([
  'http://tiles.test/{z}/{x}/{y}.png',
  'https://tiles.test/{z}/{x}.png',
  'https://me:secret@tiles.test/{z}/{x}/{y}.png',
  "https://tiles.test/{z}/{x}/{y}.png; script-src 'unsafe-inline'",
  'https://{z}.tiles.test/{x}/{y}.png',
  'https://tiles.test:99999/{z}/{x}/{y}.png',
  'javascript:{z}{x}{y}',
])('no tiles come from %s', async (address) => {
  const answer = await change('installation.mapTiles', address, 0)
  const words = 'must be an https:// address with {z}, {x} and {y} in it'
  expect([answer.status, answer.body.error.fields]).toEqual([422, { 'body.value': words }])
})

test('tiles come from whom the installation names, and from nobody again once it names none', async () => {
  const told = () => readSetting(app.services, 'installation.mapTiles')
  expect(await told()).toBe('')
  const tiles = 'https://tiles.test:8443/styles/{z}/{x}/{y}@2x.png?key=a_b-c'
  expect((await change('installation.mapTiles', tiles, 0)).body).toMatchObject({ value: tiles, version: 1 })
  expect(await told()).toBe(tiles)
  expect((await change('installation.mapTiles', '', 1)).status).toBe(200)
  expect(await told()).toBe('')
})

test('the calling code is that of the country of the time zone until somebody sets it', async () => {
  const listed = async () => {
    const { body } = await app.call('GET /settings/values', { as })
    const { value, initial, follows, version } = body.find(({ id }: { id: string }) => id === 'installation.callingCode')
    return [value, initial, follows, version, await readSetting(app.services, 'installation.callingCode')]
  }
  expect(await listed()).toEqual(['91', '91', 'installation.timeZone', 0, '91'])
  const codes = { 'America/New_York': '1', 'Europe/Berlin': '49', 'Asia/Kuwait': '965', 'Asia/Tokyo': '81', 'Asia/Calcutta': '91', UTC: '' }
  for (const [version, [zone, code]] of Object.entries(codes).entries()) {
    expect((await change('installation.timeZone', zone, version)).status).toBe(200)
    expect(await listed()).toEqual([code, code, 'installation.timeZone', 0, code])
  }
  expect((await change('installation.callingCode', '44', 0)).body).toMatchObject({ value: '44', initial: '', version: 1 })
  expect(await listed()).toEqual(['44', '', 'installation.timeZone', 1, '44'])
})

test('numbers are grouped as the currency counts until somebody sets it, and refusals at once', async () => {
  const listed = async () => {
    const { body } = await app.call('GET /settings/values', { as })
    const { value, follows, choices } = body.find(({ id }: { id: string }) => id === 'installation.numbers')
    return [value, follows, choices, (await readConventions(app.services)).numbers, format().number(1_234_567)]
  }
  const choices = ['en-US', 'en-IN']
  expect(await listed()).toEqual(['en-IN', 'installation.currency', choices, 'en-IN', '12,34,567'])
  expect((await change('installation.currency', 'USD', 0)).status).toBe(200)
  expect(await listed()).toEqual(['en-US', 'installation.currency', choices, 'en-US', '1,234,567'])
  expect((await change('installation.numbers', 'en-IN', 0)).status).toBe(200)
  expect((await change('installation.clock', '24-hour', 0)).status).toBe(200)
  expect(await listed()).toEqual(['en-IN', 'installation.currency', choices, 'en-IN', '12,34,567'])
  expect(format().time('19:11')).toBe('19:11')
  expect((await change('installation.dates', 'de-DE', 0)).status).toBe(422)
})

test('what does not go with another setting is refused with why, also from the other side, and of two at once one', async () => {
  const values = async () => {
    const { body } = await app.call('GET /settings/values', { as })
    return new Map<string, Setting>(body.map((setting: Setting) => [setting.id, setting]))
  }
  const before = await values()
  const [warn, reject] = [before.get('order.warnMinutes'), before.get('order.autoRejectMinutes')]
  const late = await change('order.warnMinutes', reject?.value, warn?.version ?? 0)
  expect([late.status, late.body.error.fields]).toEqual([
    422,
    {
      'body.value':
        'does not go with “Wait before a new order is rejected”, 10 minutes: staff are warned of a new order before it is rejected',
    },
  ])
  expect((await change('order.autoRejectMinutes', warn?.value, reject?.version ?? 0)).status).toBe(422)
  const both = await meetingAt(app.database, 'setting', [
    () => change('order.warnMinutes', 9, warn?.version ?? 0),
    () => change('order.autoRejectMinutes', 8, reject?.version ?? 0),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  const after = await values()
  expect(Number(after.get('order.warnMinutes')?.value)).toBeLessThan(Number(after.get('order.autoRejectMinutes')?.value))
})

test('what is about tax is changed by those who keep the taxes, the rest by those who keep the settings', async () => {
  const [taxes, nobody] = [
    await app.addStaff({ permissions: ['setting.view', 'setting-tax.edit'] }),
    await app.addStaff({ permissions: ['setting.view'] }),
  ]
  const changed = async (caller: Caller, address: string, value: unknown) =>
    (await app.call(`PATCH /settings/${address}`, { as: caller, body: { value, version: 0 } })).status
  const offered = async (caller: Caller) =>
    (await app.call('GET /settings/values', { as: caller })).body
      .filter(({ allowed }: { allowed: unknown[] }) => allowed.length > 0)
      .map(({ id }: { id: string }) => id)
  expect([await changed(as, 'taxes/installation.taxRegime', 'simple'), await changed(taxes, 'values/order.travelMinutes', 9)]).toEqual([
    401, 401,
  ])
  expect([await changed(as, 'values/installation.taxRegime', 'simple'), await changed(taxes, 'taxes/order.travelMinutes', 9)]).toEqual([
    422, 422,
  ])
  expect([
    await changed(nobody, 'taxes/installation.taxRegime', 'simple'),
    await changed(taxes, 'taxes/installation.taxRegime', 'simple'),
  ]).toEqual([401, 200])
  const ofTax = ['installation.taxRegime', 'tax.prices', 'tax.delivery', 'tax.packing']
  expect([await offered(nobody), await offered(taxes)]).toEqual([[], ofTax])
  expect((await offered(as)).filter((id: string) => ofTax.includes(id))).toEqual([])
  for (const [key, value] of [
    ['tax.prices', 'inclusive'],
    ['tax.delivery', await taxProfileOf(app.database.db, 180_000)],
    ['tax.packing', await taxProfileOf(app.database.db, 50_000)],
  ] as const) {
    const answers = [
      await changed(nobody, `taxes/${key}`, value),
      await changed(as, `taxes/${key}`, value),
      await changed(as, `values/${key}`, value),
      await changed(taxes, `taxes/${key}`, value),
    ]
    expect(answers).toEqual([401, 401, 422, 200])
  }
})

test.each([
  ['tax.prices', 'both'],
  ['tax.delivery', 50_000],
  ['tax.delivery', ''],
  ['tax.packing', newId()],
])('of the taxes, %s cannot be %s', async (key, value) => {
  const taxes = await app.addStaff({ permissions: ['setting.view', 'setting-tax.edit'] })
  const answer = await app.call(`PATCH /settings/taxes/${key}`, { as: taxes, body: { value, version: 1 } })
  expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([422, ['body.value']])
})

test('an unknown setting is refused, and so is a change from an older version', async () => {
  expect((await change('order.magic', 1, 0)).status).toBe(422)
  expect((await change('order.restoreMinutes', 20, 0)).body.version).toBe(1)
  const late = await change('order.restoreMinutes', 25, 0)
  expect([late.status, late.body.error.current.value]).toEqual([409, 20])
  expect(late.body.error.message).toContain('Asha')
})

test('of two first changes at once one wins', async () => {
  const answers = await Promise.all([change('session.idleHours', 8, 0), change('session.idleHours', 9, 0)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('the value that a setting has is no change; one that would follow another is set by it', async () => {
  const { initial } = settings['task.fileDays']
  expect((await change('task.fileDays', initial, 0)).body).toMatchObject({ version: 0, value: initial })
  const { body: set } = await change('task.fileDays', initial + 1, 0)
  expect((await change('task.fileDays', initial + 1, 1)).body).toEqual(set)
  const entries = await app.database.db.selectFrom('audit_entry').select('id').where('entity_id', '=', 'task.fileDays').execute()
  expect(entries).toHaveLength(1)

  await app.database.db.deleteFrom('setting').where('key', '=', 'installation.numbers').execute()
  const all: Setting[] = (await app.call('GET /settings/values', { as })).body
  const followed = all.find(({ id }) => id === 'installation.numbers')?.value
  expect((await change('installation.numbers', followed, 0)).body).toMatchObject({ version: 1, value: followed })
})

test('a stored value that no longer fits counts as absent', async () => {
  await app.database.db.insertInto('setting').values({ key: 'session.absoluteDays', value: '"many"' }).execute()
  app.services.settings.forget()
  expect(await readSetting(app.services, 'session.absoluteDays')).toBe(7)
})

test('what holds in the whole installation is changed by nobody who reaches a part of it', async () => {
  const store = await addStore(app.database.db)
  const scoped = await app.addStaff({ isAdmin: true, scope: { kind: 'store', ids: [store.id] } })
  const { body } = await app.call('GET /settings/values', { as: scoped })
  const because = 'Settings hold in the whole installation: somebody who reaches all of it has to do this.'
  for (const { allowed } of body) for (const act of allowed) expect(act.because).toBe(because)
  const refused = await app.call('PATCH /settings/values/order.warnMinutes', { as: scoped, body: { version: 0, value: 4 } })
  expect([refused.status, refused.body.error.reason, refused.body.error.message]).toEqual([409, 'not-allowed-now', because])
})

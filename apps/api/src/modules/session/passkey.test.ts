import { passkeyContract, roleContract, secondFactorContract, sessionContract, staffContract } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashPassword } from '#kit/access/passwords.ts'
import { movableClock } from '#kit/clock.ts'
import { bind } from '#kit/implement.ts'
import { roleHandlers } from '#modules/role/role.service.ts'
import { installBuiltInRoles } from '#modules/role/role-install.service.ts'
import { staffHandlers } from '#modules/staff/staff.access.service.ts'
import { passkeyDevice } from '../../../test/passkey-device.ts'
import { enterAs } from '../../../test/role-people.ts'
import { protect } from '../../../test/second-factor.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'
import { registerPasskeys, registerSecondFactor, registerSession } from './session.routes.ts'

const publicUrl = 'https://larder.example'
const clock = movableClock(Date.parse('2026-11-22T10:00:00Z'))
let app: TestApp

beforeAll(async () => {
  app = await testApp({
    clock,
    config: { publicUrl },
    contracts: {
      staff: staffContract,
      session: sessionContract,
      secondFactor: secondFactorContract,
      passkey: passkeyContract,
      role: roleContract,
    },
    modules: [
      bind(staffContract, staffHandlers),
      bind(roleContract, roleHandlers),
      registerSession,
      registerSecondFactor,
      registerPasskeys,
    ],
  })
  await installBuiltInRoles(app.database.db)
})
afterAll(() => app.close())
beforeEach(async () => {
  await sql`truncate sign_in_attempt`.execute(app.database.db)
})

const ask = async () => (await app.call('POST /login/passkey/begin')).body
const signIn = (signature: object) => app.call('POST /login/passkey', { body: signature })

async function withPasskey(role = 'office-staff') {
  const as = await enterAs(app.database.db, role, undefined, { passwordHash: await hashPassword('velvet tram 81 onion') })
  const device = passkeyDevice(publicUrl)
  const asked = (await app.call('POST /me/passkeys/begin', { as })).body
  const { status, body } = await app.call('POST /me/passkeys', { as, body: { name: 'My phone', credential: device.make(asked) } })
  expect(status, JSON.stringify(body)).toBe(200)
  return { as, device, passkey: body as { id: string; name: string } }
}
const reasonOf = async (answer: ReturnType<typeof signIn>) => (await answer).body.error?.reason

test('a device that made a passkey signs in by itself, password and code being asked for by neither', async () => {
  const { as, device, passkey } = await withPasskey()
  await protect(app, as)
  const asked = await ask()
  expect(asked).toMatchObject({ rpId: 'larder.example', userVerification: 'required' })
  const { status, body } = await signIn(device.sign(asked))
  expect([status, body.person?.id]).toEqual([200, as.id])
  expect((await app.call('GET /me', { as: { id: as.id, token: body.accessToken } })).status).toBe(200)
  const [own] = (await app.call('GET /me/passkeys', { as })).body
  expect(own).toEqual({ id: passkey.id, name: 'My phone', createdAt: expect.any(String), lastUsedAt: expect.any(String) })
  const entry = await app.database.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('action', '=', 'login')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  expect(entry).toMatchObject({ actor_id: as.id, new: { passkey: 'My phone' } })
})

test('what was signed is good once, for five minutes, at this address, by a person whom the device has looked at', async () => {
  const { device } = await withPasskey()
  const stranger = passkeyDevice(publicUrl)
  const asked = await ask()
  const signature = device.sign(asked)
  expect((await signIn(signature)).status).toBe(200)
  expect(await reasonOf(signIn(signature))).toBe('passkey-not-valid')
  expect(await reasonOf(signIn(device.sign(asked)))).toBe('passkey-not-valid')
  expect(await reasonOf(signIn(stranger.sign(await ask())))).toBe('passkey-not-valid')
  expect(await reasonOf(signIn(device.sign(await ask(), { from: 'https://larder.example.evil.test' })))).toBe('passkey-not-valid')
  expect(await reasonOf(signIn(device.sign(await ask(), { isVerified: false })))).toBe('passkey-not-valid')
  expect(await reasonOf(signIn(device.sign({ challenge: Buffer.alloc(38).toString('base64url') })))).toBe('passkey-not-valid')
  const late = await ask()
  clock.forward(6)
  await sql`truncate sign_in_attempt`.execute(app.database.db)
  expect(await reasonOf(signIn(device.sign(late)))).toBe('passkey-not-valid')
  expect((await signIn(device.sign(await ask()))).status).toBe(200)
})

test('a challenge to add a passkey is its own person’s, and no challenge to sign in', async () => {
  const [one, other] = [await enterAs(app.database.db, 'office-staff'), await enterAs(app.database.db, 'office-staff')]
  const begin = async (as: Caller) => (await app.call('POST /me/passkeys/begin', { as })).body
  const add = (as: Caller, asked: { challenge: string }) =>
    app.call('POST /me/passkeys', { as, body: { name: 'Key', credential: passkeyDevice(publicUrl).make(asked) } })
  const wrong = [await add(other, await begin(one)), await add(one, await ask())]
  for (const { status, body } of wrong) expect([status, Object.keys(body.error.fields)]).toEqual([422, ['body.credential']])
  expect((await add(one, await begin(one))).status).toBe(200)
})

test('a suspended person is told so; a passkey that was removed, by its person or an administrator, is nobody’s', async () => {
  const { as, device, passkey } = await withPasskey()
  await sql`update staff set status = 'suspended' where id = ${as.id}`.execute(app.database.db)
  expect(await reasonOf(signIn(device.sign(await ask())))).toBe('account-closed')
  await sql`update staff set status = 'active' where id = ${as.id}`.execute(app.database.db)
  const stranger = await withPasskey()
  expect((await app.call(`DELETE /me/passkeys/${passkey.id}`, { as: stranger.as })).status).toBe(404)
  expect((await app.call(`DELETE /me/passkeys/${passkey.id}`, { as })).status).toBe(200)
  expect(await reasonOf(signIn(device.sign(await ask())))).toBe('passkey-not-valid')
  const admin = await enterAs(app.database.db, 'admin')
  const { version, passkeys } = (await app.call(`GET /staff/${stranger.as.id}`, { as: admin })).body
  expect(passkeys).toBe(1)
  const removed = await app.call(`POST /staff/${stranger.as.id}/remove-second-factor`, {
    as: admin,
    body: { version, reason: 'Lost the phone' },
  })
  expect(removed.body.passkeys).toBe(0)
  expect(await reasonOf(signIn(stranger.device.sign(await ask())))).toBe('passkey-not-valid')
})

test('another password takes the passkeys away: whoever knew the one before may have added one', async () => {
  const { as, device } = await withPasskey()
  const admin = await enterAs(app.database.db, 'admin')
  const { version } = (await app.call(`GET /staff/${as.id}`, { as: admin })).body
  const { status, body } = await app.call(`POST /staff/${as.id}/reset-password`, { as: admin, body: { version } })
  expect([status, body.staff.passkeys]).toEqual([200, 0])
  expect(await reasonOf(signIn(device.sign(await ask())))).toBe('passkey-not-valid')
})

test('it proves again who one is, where a recent proof is asked for; another person’s does not', async () => {
  const { as, device } = await withPasskey('admin')
  const stranger = await withPasskey()
  await sql`update session set proved_at = now() - interval '11 minutes' where staff_id = ${as.id}`.execute(app.database.db)
  app.services.access.forget({ about: 'staff', id: as.id })
  const prove = async (signature: object) => app.call('POST /me/proof', { as, body: { passkey: signature } })
  expect((await prove(stranger.device.sign(await ask()))).body.error.fields).toEqual({ 'body.passkey': 'is not one of yours' })
  expect((await app.call('POST /me/passkeys/begin', { as })).body.error.reason).toBe('proof-needed')
  expect((await prove(device.sign(await ask()))).status).toBe(200)
  expect((await app.call('POST /me/passkeys/begin', { as })).status).toBe(200)
})

test('one person has twenty at most, and is told before the device is asked', async () => {
  const { as } = await withPasskey()
  await sql`insert into passkey (id, staff_id, credential_id, public_key, name)
    select gen_random_uuid(), ${as.id}, 'full ' || n, '\\x00', 'Key ' || n from generate_series(1, 19) n`.execute(app.database.db)
  expect(await reasonOf(app.call('POST /me/passkeys/begin', { as }))).toBe('passkeys-full')
})

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { hiddenLink, invitedBy, newId } from '@larder/contract'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemContext } from '#kit/access/system-actor.ts'
import { installBuiltInRoles } from '#modules/role/role-install.service.ts'
import { enterAs } from '../../../test/role-people.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'
import { sendDueMail } from './mail.jobs.ts'
import { openMailServer, type SendMail } from './mail.smtp.ts'

interface Receiver {
  url: string
  /** What came, as it was written. */
  letters: { from: string; to: string[]; source: string }[]
  close(): Promise<void>
}

/** A real mail server; `refuses` answers each recipient with a code of SMTP. */
async function receiver(port = 0, refuses: number | null = null): Promise<Receiver> {
  const letters: Receiver['letters'] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo(_address, _session, done) {
      done(refuses === null ? null : Object.assign(new Error('mailbox unavailable'), { responseCode: refuses }))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom === false ? '' : mailFrom.address
        letters.push({ from, to: rcptTo.map(({ address }) => address), source: Buffer.concat(chunks).toString('utf8') })
        done()
      })
    },
  })
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const { port: listening } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${listening}`,
    letters,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const settings = { from: 'Larder <no-reply@larder.test>', publicUrl: 'https://back-office.example' }
let app: TestApp
let admin: Caller
const receivers: Receiver[] = []

async function start(smtpUrl: string | null) {
  app = await testApp({ config: { mail: smtpUrl === null ? null : { ...settings, smtpUrl } } })
  await installBuiltInRoles(app.database.db)
  admin = await enterAs(app.database.db, 'admin')
}
async function receive(port?: number, refuses?: number): Promise<Receiver> {
  const made = await receiver(port, refuses)
  receivers.push(made)
  return made
}
beforeEach(() => receivers.splice(0))
afterEach(async () => {
  await app.close()
  for (const each of receivers) await each.close()
})

async function invite(email = `${crypto.randomUUID()}@larder.test`) {
  const { id: roleId } = await app.database.db.selectFrom('role').select('id').where('key', '=', 'office-staff').executeTakeFirstOrThrow()
  const body = {
    name: 'Devika Rajan',
    email,
    phone: null,
    expiresAt: null,
    roleId,
    scope: { kind: 'all', ids: [] },
    firstSignIn: 'invitation',
  }
  const answer = await app.call('POST /staff', { as: admin, body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return { email, id: answer.body.staff.id, token: answer.body.inviteToken, isMailed: answer.body.isMailed }
}

const sendDue = (send: SendMail) => sendDueMail(systemContext(app.services, 'send-mail'), send)
const openTo = (smtpUrl: string) => openMailServer({ ...settings, smtpUrl })
const listed = async () => (await app.call('GET /mail', { as: admin })).body.rows
const makeDue = () => sql`update mail set next_attempt_at = now() where status = 'waiting'`.execute(app.database.db)
const linkIn = (source: string) => {
  const text = source.replaceAll('=\r\n', '').replaceAll('=3D', '=')
  return /https:\/\/back-office\.example\/login#invite=[\w-]+/.exec(text)?.[0] ?? ''
}

test('without a mail server a mail is kept to be read, without its link, and the link is nowhere', async () => {
  await start(null)
  const { email, token, isMailed } = await invite()
  expect(isMailed).toBe(false)
  const [mail] = await listed()
  expect(mail).toMatchObject({ to: email, toName: 'Devika Rajan', subject: 'Your account at Larder', status: 'kept', attempts: 0 })
  expect(mail.text).toContain(hiddenLink)
  expect(mail.allowed).toEqual([{ action: 'retry', because: 'No mail server was set up when it was written.' }])
  const { rows } = await sql<{ link: Buffer | null }>`select link from mail`.execute(app.database.db)
  expect(rows).toEqual([{ link: null }])
  expect(JSON.stringify(mail)).not.toContain(token)
})

test('a mail server gets the mail once, with the link that opens the account; its link is wiped then', async () => {
  const { url, letters } = await receive()
  await start(url)
  const { email, token, isMailed } = await invite()
  expect(isMailed).toBe(true)
  const kept = await sql<{ link: Buffer }>`select link from mail`.execute(app.database.db)
  expect(kept.rows[0]?.link.includes(Buffer.from(token))).toBe(false)
  await sendDue(openTo(url))
  await sendDue(openTo(url))
  expect(letters).toHaveLength(1)
  expect(letters[0]).toMatchObject({ from: 'no-reply@larder.test', to: [email] })
  const link = linkIn(letters[0]?.source ?? '')
  expect(invitedBy(new URL(link))).toBe(token)
  const [mail] = await listed()
  expect(mail).toMatchObject({ status: 'sent', attempts: 1, because: null, sentAt: expect.any(String), nextAttemptAt: null })
  expect((await sql<{ link: null }>`select link from mail`.execute(app.database.db)).rows).toEqual([{ link: null }])
  const history = (await app.call(`GET /history/mail/${mail.id}`, { as: admin })).body.rows
  expect(history.map(({ action, actorName }: { action: string; actorName: string }) => [action, actorName])).toEqual([['send', 'Larder']])
  expect(JSON.stringify(history)).not.toContain(token)
})

test('a server that is away is tried again ever later, and gets the mail once it comes back', async () => {
  const away = await receive()
  const port = Number(new URL(away.url).port)
  await away.close()
  await start(away.url)
  await invite()
  const send = openTo(away.url)
  const waits: number[] = []
  for (let attempt = 0; attempt < 3; attempt++) {
    await sendDue(send)
    const { rows } = await sql<{ wait: number }>`select round(extract(epoch from next_attempt_at - now()))::int as wait from mail`.execute(
      app.database.db,
    )
    waits.push(rows[0]?.wait ?? 0)
    // Before it is due nothing is tried.
    await sendDue(send)
    await makeDue()
  }
  expect(waits.map((wait) => Math.round(wait / 5) * 5)).toEqual([15, 30, 60])
  const [waiting] = await listed()
  expect(waiting).toMatchObject({ status: 'waiting', attempts: 3 })
  expect(waiting.because).toContain('ECONNREFUSED')
  const back = await receive(port)
  await sendDue(send)
  expect(back.letters).toHaveLength(1)
  expect((await listed())[0]).toMatchObject({ status: 'sent', attempts: 4, because: null })
})

test('a mail that the server will never take fails at once with its words, and can be tried again by hand', async () => {
  const strict = await receive(0, 550)
  await start(strict.url)
  await invite()
  await sendDue(openTo(strict.url))
  const [failed] = await listed()
  expect(failed).toMatchObject({ status: 'failed', attempts: 1, nextAttemptAt: null, allowed: [{ action: 'retry', because: null }] })
  expect(failed.because).toContain('mailbox unavailable')
  const kind = await receive()
  const retried = await app.call(`POST /mail/${failed.id}/retry`, { as: admin, body: { version: failed.version } })
  expect(retried.body.status).toBe('waiting')
  await sendDue(openTo(kind.url))
  expect(kind.letters).toHaveLength(1)
  expect((await listed())[0]).toMatchObject({ status: 'sent', attempts: 2 })
})

test('a server that is full for the moment is asked again', async () => {
  const busy = await receive(0, 452)
  await start(busy.url)
  await invite()
  await sendDue(openTo(busy.url))
  expect((await listed())[0]).toMatchObject({ status: 'waiting', attempts: 1 })
})

test.each([
  ['used', (token: string) => app.call('POST /login/invite/accept', { body: { token, password: 'velvet tram 81 onion' } })],
  [
    'taken back',
    (_token: string, id: string) => app.call(`POST /staff/${id}/suspend`, { as: admin, body: { version: 1, reason: 'wait' } }),
  ],
  ['replaced', (_token: string, id: string) => app.call(`POST /staff/${id}/invite`, { as: admin, body: { version: 1 } })],
] as const)('a mail whose link was %s before it left is called off, and its link wiped', async (how, spoil) => {
  const { url, letters } = await receive()
  await start(url)
  const { id, token } = await invite()
  expect((await spoil(token, id)).status).toBe(200)
  const rows = await app.database.db.selectFrom('mail').select(['status', 'link']).orderBy('id').execute()
  expect(rows[0]).toEqual({ status: 'cancelled', link: null })
  await sendDue(openTo(url))
  expect(letters.map(({ source }) => linkIn(source)).filter((link) => link.endsWith(token))).toEqual([])
  expect(letters).toHaveLength(how === 'replaced' ? 1 : 0)
})

test('a mail and the act that it tells of are one: when the act fails there is none', async () => {
  await start(null)
  const { email } = await invite()
  const { id: roleId } = await app.database.db.selectFrom('role').select('id').where('key', '=', 'office-staff').executeTakeFirstOrThrow()
  const body = { name: 'Twin', email, phone: null, expiresAt: null, roleId, scope: { kind: 'all', ids: [] }, firstSignIn: 'invitation' }
  expect((await app.call('POST /staff', { as: admin, body })).status).toBe(422)
  expect(await listed()).toHaveLength(1)
})

test('mail is read by those alone who look after it everywhere', async () => {
  await start(null)
  await invite()
  const [mail] = await listed()
  const lead = await enterAs(app.database.db, 'custumercare-admin')
  expect((await app.call('GET /mail', { as: lead })).status).toBe(401)
  const branch = crypto.randomUUID()
  const local = await app.addStaff({ permissions: ['mail.view', 'mail.operate'], scope: { kind: 'branch', ids: [branch] } })
  expect((await app.call('GET /mail', { as: local })).body.rows).toEqual([])
  expect((await app.call(`GET /mail/${mail.id}`, { as: local })).status).toBe(404)
})

test('what goes with a mail arrives with it, and is not kept once it did', async () => {
  const { url, letters } = await receive()
  await start(url)
  const bytes = Buffer.from('%PDF-1.7 a receipt')
  const row = { to_address: 'anjali@mail.test', to_name: 'Anjali', subject: 'Receipt', body: 'Attached', status: 'waiting' }
  const id = newId()
  await app.database.db
    .insertInto('mail')
    .values({ id, ...row, next_attempt_at: sql<string>`now()` })
    .execute()
  await app.database.db
    .insertInto('mail_attachment')
    .values({ mail_id: id, name: 'Receipt 1.pdf', type: 'application/pdf', bytes })
    .execute()
  expect((await listed())[0].attachment).toBe('Receipt 1.pdf')
  await sendDue(openTo(url))
  expect(letters[0]?.source).toContain(bytes.toString('base64'))
  expect(letters[0]?.source).toMatch(/Content-Disposition: attachment; filename="Receipt 1\.pdf"/)
  expect((await listed())[0]).toMatchObject({ status: 'sent', attachment: null })
  expect((await app.call(`GET /mail/${id}/attachment`, { as: admin })).body.error.reason).toBe('attachment-not-found')
})

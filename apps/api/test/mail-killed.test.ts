import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installBuiltInRoles } from '../src/modules/role/role-install.service.ts'
import { type ApiProcess, askProcess, startApiProcess } from './api-process.ts'
import { enterAs } from './role-people.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'
import { type TestDatabase, testDatabase } from './test-database.ts'

const patience = { timeout: 60_000, interval: 20 }
const folder = makeTemporaryFolder()
const letters: string[] = []
let database: TestDatabase
let api: ApiProcess
/** Has every letter, and may be told to end the sender before it is told so. */
let server: SMTPServer
let endsSender = true

beforeAll(async () => {
  database = await testDatabase()
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        letters.push(Buffer.concat(chunks).toString('utf8'))
        if (endsSender) api.child.kill('SIGKILL')
        done()
      })
    },
  })
  // Whom it talks to may be gone in the middle of a word.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  start()
  await api.ready
})

afterAll(async () => {
  api.child.kill('SIGKILL')
  await api.ended
  await new Promise<void>((resolve) => server.close(() => resolve()))
  await database.drop()
  folder.remove()
})

function start(): void {
  const { port } = server.server.address() as AddressInfo
  const mail = {
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'Larder <no-reply@larder.test>',
    PUBLIC_URL: 'https://back-office.example',
  }
  api = startApiProcess(folder.path, { DATABASE_URL: database.url, ...mail })
}

const numberOf = (letter: string) => /^Message-ID: (<[^>]+>)/im.exec(letter)?.[1]

test('a mail that the server took as its sender was killed comes again under the same number, and is sent once in the record', async () => {
  await installBuiltInRoles(database.db)
  const admin = await enterAs(database.db, 'admin')
  const { id: roleId } = await database.db.selectFrom('role').select('id').where('key', '=', 'office-staff').executeTakeFirstOrThrow()
  const body = {
    name: 'Devika Rajan',
    email: 'devika@larder.test',
    phone: null,
    expiresAt: null,
    roleId,
    scope: { kind: 'all', ids: [] },
    firstSignIn: 'invitation',
  }
  const invited = await askProcess(api, 'POST /staff', { as: admin, body })
  expect([invited.status, invited.body.isMailed]).toEqual([200, true])
  await api.ended
  expect(letters).toHaveLength(1)
  const mail = () => database.db.selectFrom('mail').selectAll().executeTakeFirstOrThrow()
  const { id, status, attempts } = await mail()
  expect([status, attempts]).toEqual(['waiting', 0])

  endsSender = false
  start()
  await expect.poll(async () => (await mail()).status, patience).toBe('sent')
  expect(letters).toHaveLength(2)
  expect(letters.map(numberOf)).toEqual([`<${id}@back-office.example>`, `<${id}@back-office.example>`])
  const sent = await database.db
    .selectFrom('audit_entry')
    .select('action')
    .where('entity', '=', 'mail')
    .where('entity_id', '=', id)
    .execute()
  expect(sent).toEqual([{ action: 'send' }])
})

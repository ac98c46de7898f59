import { connect } from 'node:net'
import { cuisineContract, fileContract, newId, pictureLimits } from '@larder/contract'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { registerJobs } from '#jobs/register-jobs.ts'
import { bind } from '#kit/implement.ts'
import { cuisines } from '#modules/cuisine/cuisine.service.ts'
import { getPicture, keepPicture } from '#modules/file/file.service.ts'
import { hostilePictures } from '../../../test/hostile-pictures.ts'
import { pngOf } from '../../../test/pictures.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

let app: TestApp
let editor: Caller
let viewer: Caller

// One person sends so many pictures a minute and no more.
beforeEach(async () => {
  editor = await app.addStaff({ permissions: ['setting.view', 'setting.create', 'setting.edit'] })
})
beforeAll(async () => {
  app = await testApp({
    contracts: { file: fileContract, cuisine: cuisineContract },
    modules: [
      bind(fileContract, { create: keepPicture, get: getPicture }),
      bind(cuisineContract, cuisines.handlers),
      ({ services }) => registerJobs(services),
    ],
  })
  viewer = await app.addStaff({ permissions: ['setting.view'] })
})
afterAll(() => app.close())

const send = (bytes: Buffer, type: string | null = 'image/png', headers: Record<string, string> = {}, as = editor) =>
  app.call('POST /files', { as, body: bytes, headers: { ...(type && { 'content-type': type }), ...headers } })
const sendAs = (as: Caller) => send(pngOf(), 'image/png', {}, as)
const keep = async (bytes = pngOf()): Promise<string> => (await send(bytes)).body.id

async function fetchPicture(id: string, headers: Record<string, string> = {}, query = '') {
  const url = `/api/files/${id}${query}`
  const answer = await app.fastify.inject({ url, headers: { 'x-api-key': viewer.token, ...headers } })
  return { status: answer.statusCode, bytes: answer.rawPayload, headers: answer.headers }
}

const stored = (id: string) => app.database.db.selectFrom('file').selectAll().where('id', '=', id).executeTakeFirst()

describe('a picture', () => {
  test('is kept as a WebP of at most 1,600 pixels, upright, and small beside it, without what the camera noted', async () => {
    const photo = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#2060a0' } })
      .withExif({ IFD0: { Make: 'Secret camera' }, IFD3: { GPSLatitudeRef: 'N' } })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { status, body } = await send(photo, 'image/jpeg')
    expect(status).toBe(200)
    expect(body).toMatchObject({ width: 1067, height: 1600 })
    const whole = await fetchPicture(body.id)
    expect(whole.bytes).toHaveLength(body.sizeBytes)
    expect(await sharp(whole.bytes).metadata()).toMatchObject({ format: 'webp', width: 1067, height: 1600 })
    expect(whole.bytes.includes('Secret camera')).toBe(false)
    const small = await fetchPicture(body.id, {}, '?size=small')
    expect(await sharp(small.bytes).metadata()).toMatchObject({ format: 'webp', width: 107, height: 160 })
    expect((await fetchPicture(body.id, {}, '?size=huge')).status).toBe(422)
  })

  test('keeps what is transparent, and is not blown up', async () => {
    const logo = await sharp({ create: { width: 20, height: 10, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0.5 } } })
      .png()
      .toBuffer()
    const { body } = await send(logo)
    expect(body).toMatchObject({ width: 20, height: 10 })
    expect(await sharp((await fetchPicture(body.id)).bytes).metadata()).toMatchObject({ hasAlpha: true })
  })

  test('is served so that no browser takes it for a page, is kept by the browser, and is not sent twice', async () => {
    const { headers } = await fetchPicture(await keep())
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline; filename="file.webp"',
      'cache-control': 'private, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*; sandbox$/)
    const id = await keep()
    const { headers: first } = await fetchPicture(id)
    const tag = String(first.etag)
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const again = await fetchPicture(id, { 'if-none-match': known })
      expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, tag])
    }
    expect((await fetchPicture(id, { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('is seen and kept by anyone who is signed in, and by nobody else', async () => {
    const id = await keep()
    const stranger = await app.addStaff()
    expect((await fetchPicture(id, { 'x-api-key': stranger.token })).status).toBe(200)
    expect((await app.call(`GET /files/${id}`)).status).toBe(403)
    expect((await app.call(`GET /files/${newId()}`, { as: viewer })).body.error.reason).toBe('file-not-found')
    expect((await sendAs(stranger)).status).toBe(200)
    expect((await send(pngOf(), 'image/png', {}, { id: '', token: 'none' })).status).toBe(403)
  })

  test('sent again with the same key is the same picture; another one with that key is refused', async () => {
    const key = { 'idempotency-key': newId() }
    const first = await send(pngOf(), 'image/png', key)
    const again = await send(pngOf(), 'image/png', key)
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true'])
    const other = await send(pngOf({ width: 9 }), 'image/png', key)
    expect([other.status, other.body.error.reason]).toEqual([422, 'idempotency-key-reused'])
  })

  test('leaves its digest and size in the record, and not its bytes', async () => {
    const id = await keep()
    const entry = await app.database.db.selectFrom('audit_entry').selectAll().where('entity_id', '=', id).executeTakeFirstOrThrow()
    const row = await stored(id)
    expect(entry).toMatchObject({ entity: 'file', action: 'create', actor_id: editor.id, old: null })
    expect(entry.new).toEqual({
      content_type: 'image/webp',
      size_bytes: row?.size_bytes,
      width: 8,
      height: 8,
      sha256: row?.sha256.toString('hex'),
    })
  })
})

describe('of pictures', () => {
  const kept = (owner: string | null, count: number, bytes: number) =>
    sql`
    insert into file (id, content_type, size_bytes, sha256, bytes, small_bytes, width, height, created_by)
    select uuidv7(), 'image/webp', ${bytes}::int, '', '', '', 1, 1, ${owner}::uuid from generate_series(1, ${count}::int)`.execute(
      app.database.db,
    )

  test('one person adds so many in a day, also when two come at once; another one goes on', async () => {
    const { dailyPictures } = pictureLimits
    const eager = await app.addStaff({ permissions: ['setting.edit'] })
    await kept(eager.id, dailyPictures - 1, 10)
    const answers = await Promise.all([sendAs(eager), sendAs(eager), sendAs(eager)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const message = `You have reached the daily limit of ${dailyPictures} pictures. Try again tomorrow.`
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body.error).toMatchObject({ kind: 'refused', reason: 'limit-reached', message })
    expect((await send(pngOf())).status).toBe(200)
    await sql`update file set created_at = created_at - interval '25 hours' where created_by = ${eager.id}`.execute(app.database.db)
    expect((await sendAs(eager)).status).toBe(200)
  })

  test('so many bytes are added by one person in a day, and kept in all', async () => {
    const eager = await app.addStaff({ permissions: ['setting.edit'] })
    await kept(eager.id, 1, pictureLimits.dailyBytes - 5)
    expect((await sendAs(eager)).body.error.message).toContain('the daily limit of 200 MB of pictures')
    await kept(null, 20, 1024 ** 3)
    expect((await send(pngOf())).body.error.message).toContain('the limit of 20,480 MB')
    await sql`delete from file where size_bytes = ${1024 ** 3}`.execute(app.database.db)
  })
})

describe('what is sent to break it', async () => {
  test.each((await hostilePictures()).map((picture) => [picture.name, picture] as const))(
    '%s',
    async (_name, { type, bytes, expected }) => {
      const { status, body } = await send(bytes, type)
      if (expected !== 'kept') {
        expect(status, JSON.stringify(body)).toBe(expected)
        expect(body.error.message).toMatch(/^[A-Z].*\.$/)
        if (expected === 422) expect(body.error.fields.body).toMatch(/^(is|has|cannot) /)
        return
      }
      expect(status, JSON.stringify(body)).toBe(200)
      for (const size of ['full', 'small']) {
        const kept = (await fetchPicture(body.id, {}, `?size=${size}`)).bytes
        expect(kept.toString('latin1', 0, 4) + kept.toString('latin1', 8, 12)).toBe('RIFFWEBP')
        for (const hidden of ['<script', '<?php', '<html', 'PK\x03\x04']) expect(kept.includes(hidden)).toBe(false)
        expect(kept.length).toBeLessThan(10_000)
      }
    },
  )

  test('names that lead elsewhere lead nowhere', async () => {
    const names = ['../../x', '..\\..\\x', 'a%00.png', 'x'.repeat(4000), '%E2%80%AEgnp.exe', 'con.png']
    for (const name of names) {
      const headers = { 'content-disposition': `attachment; filename="${name}"`, 'x-file-name': name, 'content-location': name }
      const { body } = await send(pngOf(), 'image/png', headers)
      expect((await fetchPicture(body.id)).headers['content-disposition']).toBe('inline; filename="file.webp"')
      for (const path of [name, `${body.id}/${name}`]) expect((await fetchPicture(encodeURIComponent(path))).status).toBeGreaterThan(399)
    }
  })

  test('a body that does not say how long it is ends where ten megabytes do', async () => {
    const port = Number(new URL(await app.fastify.listen({ port: 0, host: '127.0.0.1' })).port)
    const justTooMuch = await pourInto(port, editor.token, 10 * 1024 * 1024 + 1)
    expect(justTooMuch.answer).toMatch(/^HTTP\/1\.1 413 /)
    const endless = await pourInto(port, editor.token, 200 * 1024 * 1024)
    // What is still on its way in the sockets' own buffers was never read.
    expect(endless.sent).toBeLessThan(24 * 1024 * 1024)
  })

  test('a flood waits or is turned away, and the next one is read', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(pngOf({ width: 2000, height: 2000 }))))
    const statuses = new Set(answers.map(({ status }) => status))
    expect([...statuses].sort()).toEqual([200, 503])
    expect(answers.find(({ status }) => status === 503)?.body.error.reason).toBe('pictures-busy')
    expect((await send(pngOf())).status).toBe(200)
  })
})

/** Sends a body in chunks without saying how long it will be, up to `most` bytes, and never ends it. */
function pourInto(port: number, token: string, most: number): Promise<{ answer: string; sent: number }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let [sent, answer] = [0, '']
    const pour = () => {
      while (sent < most && answer === '' && socket.writable) {
        const size = Math.min(most - sent, 0x10000)
        sent += size
        const chunk = Buffer.concat([Buffer.from(`${size.toString(16)}\r\n`), Buffer.alloc(size, 1), Buffer.from('\r\n')])
        if (!socket.write(chunk)) return void socket.once('drain', pour)
      }
    }
    socket.on('data', (data) => {
      answer += data
    })
    // Whoever is cut off while talking may not hear why.
    socket.on('error', () => {})
    socket.on('close', () => resolve({ answer, sent }))
    socket.setTimeout(20_000, () => reject(new Error(`no end after ${sent} bytes`)))
    const head = ['POST /api/files HTTP/1.1', 'host: x', `x-api-key: ${token}`, 'content-type: image/png', 'transfer-encoding: chunked']
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    pour()
  })
}

describe('the picture of a record', () => {
  const draft = () => ({ name: `Cuisine ${newId()}`, sort: 1, active: true })
  const create = (body: object) => app.call('POST /cuisines', { as: editor, body: { ...draft(), ...body } })

  test('is named by its id, shown in list and detail, replaced, taken away, and left alone by other changes', async () => {
    const [imageId, other] = [await keep(), await keep()]
    const { body: row } = await create({ imageId })
    expect(row.imageId).toBe(imageId)
    const change = async (body: object) => (await app.call(`PATCH /cuisines/${row.id}`, { as: editor, body })).body
    expect(await change({ version: 1, sort: 2 })).toMatchObject({ version: 2, imageId })
    expect(await change({ version: 2, imageId: other })).toMatchObject({ imageId: other })
    const { body: page } = await app.call(`GET /cuisines?q=${encodeURIComponent(row.name)}`, { as: viewer })
    expect(page.rows).toMatchObject([{ imageId: other }])
    expect(await change({ version: 3, imageId: null })).toMatchObject({ imageId: null })
    const { old, new: current } = await app.database.db
      .selectFrom('audit_entry')
      .select(['old', 'new'])
      .where('entity_id', '=', row.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect([old, current]).toMatchObject([{ image_id: other }, { image_id: null }])
    expect((await create({})).body.imageId).toBeNull()
  })

  test('must be there', async () => {
    const { status, body } = await create({ imageId: newId() })
    expect([status, body.error.fields]).toEqual([422, { 'body.imageId': 'does not exist' }])
    expect((await create({ imageId: '../../x' })).body.error.fields).toEqual({ 'body.imageId': 'is not the id of a file' })
  })

  test('lives as long as a record names it or a draft of whoever sent it; one that nobody named for a day goes', async () => {
    const [named, drafted, forgotten, fresh] = [await keep(), await keep(), await keep(), await keep()]
    await create({ imageId: named })
    const typed = JSON.stringify({ imageId: drafted })
    const draftRow = { id: newId(), staff_id: editor.id, resource: 'cuisine', name: '', step: 0, typed }
    await app.database.db.insertInto('draft').values(draftRow).execute()
    await sql`update file set created_at = now() - interval '25 hours' where id in (${named}, ${drafted}, ${forgotten})`.execute(
      app.database.db,
    )
    await app.services.jobs.run('purge')
    expect(await Promise.all([named, drafted, forgotten, fresh].map(async (id) => (await stored(id)) !== undefined))).toEqual([
      true,
      true,
      false,
      true,
    ])
  })

  test('of a table that came later holds its picture as well, and none that nobody named is kept with it', async () => {
    const { db } = app.database
    const [posted, forgotten] = [await keep(), await keep()]
    await sql`create table poster (id uuid primary key default gen_random_uuid(), picture_id uuid references file)`.execute(db)
    await sql`insert into poster (picture_id) values (${posted}), (null)`.execute(db)
    await sql`update file set created_at = now() - interval '25 hours' where id in (${posted}, ${forgotten})`.execute(db)
    await app.services.jobs.run('purge')
    expect(await Promise.all([posted, forgotten].map(async (id) => (await stored(id)) !== undefined))).toEqual([true, false])
  })
})

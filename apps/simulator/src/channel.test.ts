import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { channelContract, errorKinds } from '@larder/contract'
import { expect, onTestFinished, test } from 'vitest'
import { openAckLog } from './ack-log.ts'
import { createChannel } from './channel.ts'

type Answering = (request: IncomingMessage, response: ServerResponse, times: number) => void

/** A network end that answers as told, and a channel to it. */
async function lineTo(answering: Answering) {
  const keys: (string | string[] | undefined)[] = []
  const server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key'])
    request.resume().once('end', () => answering(request, response, keys.length))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const ending = new AbortController()
  onTestFinished(() => {
    ending.abort()
    server.closeAllConnections()
    server.close()
  })
  const told: boolean[] = []
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const channel = createChannel({ url, key: 'lk_test', signal: ending.signal, onLine: (isUp) => told.push(isUp) })
  return { channel, ending, keys, told }
}

function refuse(response: ServerResponse, kind: keyof typeof errorKinds): void {
  const error = { kind, reason: 'any', message: 'No.', fields: {}, requestId: 'r' }
  response.writeHead(errorKinds[kind], { 'content-type': 'application/json', 'retry-after': '0' }).end(JSON.stringify({ error }))
}

const heartbeat = { params: { id: '019a0000-0000-7000-8000-000000000001' }, body: {} }

test('insists with the same key through lost answers, overload and errors, until it is answered', async () => {
  const { channel, keys, told } = await lineTo((request, response, times) => {
    if (times === 1) request.socket.destroy()
    else if (times === 2) refuse(response, 'unavailable')
    else if (times === 3) refuse(response, 'limited')
    else if (times === 4) response.writeHead(502).end('<html>')
    else response.end('{"id":"x","lastHeartbeatAt":"2026-11-20T13:00:00.000Z"}')
  })
  const answer = await channel.insist(channelContract.heartbeat, heartbeat, 'once')
  expect(answer).toMatchObject({ ok: true, value: { id: 'x' } })
  expect(keys).toEqual(['once', 'once', 'once', 'once', 'once'])
  expect(told).toEqual([false, true, false, true])
})

test('a refusal is an answer: it is not asked again', async () => {
  const { channel, keys } = await lineTo((_, response) => refuse(response, 'refused'))
  expect(await channel.insist(channelContract.heartbeat, heartbeat)).toMatchObject({ ok: false, error: { kind: 'refused' } })
  expect(keys).toHaveLength(1)
})

test('ends at once when the program does', async () => {
  const { channel, ending } = await lineTo((request) => request.socket.destroy())
  const insisting = channel.insist(channelContract.heartbeat, heartbeat)
  ending.abort(new Error('ended'))
  await expect(insisting).rejects.toThrow('ended')
  await expect(channel.call(channelContract.heartbeat, heartbeat)).rejects.toThrow('ended')
})

test('what is acknowledged is on disk when its turn is over', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'larder-ack-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'ack.log')
  const log = await openAckLog(path)
  const ids = Array.from({ length: 100 }, (_, number) => `order-${number}`)
  await Promise.all(
    ids.map(async (id) => {
      await log.add(id)
      expect(readFileSync(path, 'utf8').split('\n')).toContain(id)
    }),
  )
  await log.close()
  expect(readFileSync(path, 'utf8').trim().split('\n').sort()).toEqual([...ids].sort())
})

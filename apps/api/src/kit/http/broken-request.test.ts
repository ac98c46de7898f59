import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { answerBrokenRequest } from './server.ts'

/** What a connection is told that Node gives up on, after it sent so much. */
async function toldAfter(sent: string): Promise<string> {
  const timeout = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  const server = createServer((socket) => {
    const giveUp = () => answerBrokenRequest(timeout, socket)
    if (sent === '') giveUp()
    else socket.once('data', giveUp)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let told = ''
  client.setEncoding('utf8').on('data', (text: string) => {
    told += text
  })
  client.write(sent)
  await once(client, 'close')
  server.close()
  return told
}

test('a connection on which nothing came is closed without a word; a request that does not end is answered', async () => {
  expect(await toldAfter('')).toBe('')
  expect(await toldAfter('GET / HTTP/1.1\r\n')).toMatch(/^HTTP\/1\.1 400 /)
})

import type { AddressInfo } from 'node:net'
import { type Lookers, lookingSeconds, mostLookers, newId } from '@larder/contract'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, type TestStaff, testApp } from '../../../test/test-app.ts'
import { createLookerFeed, lookerChannel } from './lookers.ts'
import type { StaffServer } from './rooms.ts'

let app: TestApp
let url: string
const sockets: Socket[] = []
const [kochi, thrissur] = [newId(), newId()]

beforeAll(async () => {
  app = await testApp({ live: true, contracts: {}, modules: [] })
  await app.fastify.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(app.fastify.server.address() as AddressInfo).port}`
})
afterEach(() => vi.useRealTimers())
afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  await app.close()
})

async function enter(staff: TestStaff) {
  const { token } = await app.addStaff(staff)
  const socket = io(url, { auth: { token }, transports: ['websocket'], forceNew: true })
  sockets.push(socket)
  const heard: Lookers[] = []
  socket.on('lookers', (lookers: Lookers) => heard.push(lookers))
  await new Promise((resolve) => socket.on('welcome', resolve))
  return { socket, last: () => [heard.at(-1)?.place, (heard.at(-1)?.people ?? []).map(({ name }) => name).toSorted()], heard }
}

const ofKochi = (name: string): TestStaff => ({ name, permissions: ['order.view'], scope: { kind: 'branch', ids: [kochi] } })

test('who looks at the same, in the same scope, sees who else does until they look elsewhere, leave or are cut off', async () => {
  const [asha, biju, chitra] = [await enter(ofKochi('Asha')), await enter(ofKochi('Biju')), await enter(ofKochi('Chitra'))]
  for (const each of [asha, biju, chitra]) each.socket.emit('looking', 'board:vertical=fish')
  await vi.waitFor(() => expect(asha.last()).toEqual(['board:vertical=fish', ['Asha', 'Biju', 'Chitra']]))
  biju.socket.emit('looking', `order:${newId()}`)
  await vi.waitFor(() => expect(asha.last()).toEqual(['board:vertical=fish', ['Asha', 'Chitra']]))
  chitra.socket.disconnect()
  await vi.waitFor(() => expect(asha.last()).toEqual(['board:vertical=fish', ['Asha']]))
  biju.socket.emit('looking', 'board:vertical=fish')
  await vi.waitFor(() => expect(biju.last()).toEqual(['board:vertical=fish', ['Asha', 'Biju']]))
  biju.socket.emit('looking', null)
  await vi.waitFor(() => expect(asha.last()).toEqual(['board:vertical=fish', ['Asha']]))
})

test('nobody of another scope, or who may see no orders, hears of it or is told of; what is no place is nothing', async () => {
  const [asha, elsewhere, reader] = [
    await enter(ofKochi('Asha')),
    await enter({ ...ofKochi('Devi'), scope: { kind: 'branch', ids: [thrissur] } }),
    await enter({ ...ofKochi('Elias'), permissions: ['customer.view'] }),
  ]
  for (const each of [reader, elsewhere, asha]) each.socket.emit('looking', 'board:')
  for (const each of [asha, elsewhere]) await vi.waitFor(() => expect(each.heard).not.toEqual([]))
  for (const word of ['audience:all', { place: 'board:' }, 'x'.repeat(500), 7]) asha.socket.emit('looking', word)
  asha.socket.emit('looking', null)
  const farid = await enter(ofKochi('Farid'))
  farid.socket.emit('looking', 'board:')
  await vi.waitFor(() => expect(farid.last()).toEqual(['board:', ['Farid']]))
  expect(elsewhere.last()).toEqual(['board:', ['Devi']])
  expect(reader.heard).toEqual([])
  expect(asha.heard.flatMap(({ people }) => people.map(({ name }) => name))).not.toContain('Devi')
})

/** Another process, and what it tells those who look. */
function otherProcess() {
  const told: Lookers[] = []
  const server = { to: () => ({ emit: (_: string, lookers: Lookers) => told.push(lookers) }) }
  const feed = createLookerFeed(
    () => app.services,
    () => server as unknown as StaffServer,
  )
  return { feed, names: () => told.map(({ people }) => people.map(({ name }) => name)), told }
}
const lookOf = (name: string) => ({ socket: name, id: name, name, scope: 'all', place: 'board:' })

test('who does not say it again is gone within a minute, though no word of it came', () => {
  vi.useFakeTimers()
  const { feed, names } = otherProcess()
  const says = (name: string) => {
    feed.hear(JSON.stringify([lookOf(name)]))
    vi.advanceTimersByTime(1000)
  }
  says('Asha')
  says('Biju')
  vi.advanceTimersByTime(lookingSeconds.every * 1000)
  says('Asha')
  vi.advanceTimersByTime((60 - lookingSeconds.every) * 1000)
  expect(names()).toEqual([['Asha'], ['Asha', 'Biju'], ['Asha']])
  feed.stop()
})

test('when everybody comes at once that is told once, some by name and all by number', () => {
  vi.useFakeTimers()
  const { feed, told } = otherProcess()
  const all = Array.from({ length: 500 }, (_, at) => lookOf(`Person ${at}`))
  feed.hear(JSON.stringify(all.slice(0, 250)))
  feed.hear(JSON.stringify(all.slice(250)))
  vi.advanceTimersByTime(1000)
  expect(told.map(({ people, total }) => [people.length, total])).toEqual([[mostLookers, 500]])
  feed.stop()
})

test('other processes hear of it, of somebody who reaches a thousand stores too', async () => {
  const { feed, told } = otherProcess()
  app.services.pubSub.on(lookerChannel, feed.hear)
  const stores = Array.from({ length: 1000 }, () => newId())
  const people = await Promise.all(
    Array.from({ length: 60 }, (_, at) =>
      enter({ name: `Gita ${at} ${'x'.repeat(80)}`, permissions: ['order.view'], scope: { kind: 'store', ids: stores } }),
    ),
  )
  for (const { socket } of people) socket.emit('looking', 'board:vertical=cakes')
  await vi.waitFor(() => expect(told.at(-1)?.total).toBe(60))
  await vi.waitFor(() => expect(people[0]?.heard.at(-1)?.total).toBe(60))
  feed.stop()
})

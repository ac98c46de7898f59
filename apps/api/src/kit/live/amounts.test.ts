import type { AddressInfo } from 'node:net'
import { eventContract, newId, type Permission } from '@larder/contract'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { bind } from '#kit/implement.ts'
import { listMissed } from '#modules/event/event.service.ts'
import { type TestApp, type TestStaff, testApp } from '../../../test/test-app.ts'
import { systemContext } from '../access/system-actor.ts'
import type { Notice } from '../record/change.ts'
import { unitOfWork } from '../unit-of-work.ts'

let app: TestApp
let url: string
beforeAll(async () => {
  app = await testApp({ live: true, contracts: { event: eventContract }, modules: [bind(eventContract, { missed: listMissed })] })
  await app.fastify.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(app.fastify.server.address() as AddressInfo).port}`
})
afterAll(() => app.close())

async function enter(staff: TestStaff) {
  const caller = await app.addStaff(staff)
  const socket = io(url, { auth: { token: caller.token }, transports: ['websocket'], forceNew: true })
  const titles: string[] = []
  socket.on('message', ({ title }: { title: string }) => titles.push(title))
  const welcome = await new Promise<number>((resolve) => socket.on('welcome', ({ sequence }: { sequence: number }) => resolve(sequence)))
  return { caller, socket, titles, welcome }
}

/** A request of which whoever approves refunds is told. */
async function ring(title: string, hearers: Pick<Notice, 'movesMinor' | 'butStaffIds'> = {}): Promise<void> {
  const [entityId, at] = [newId(), '2026-11-20T10:00:00.000Z']
  const place = { permission: 'refund.approve', branchId: null, storeId: null } as const
  const payload = { id: newId(), tone: 'info', title, text: 'It waits.', entity: null, entityId: null, at }
  await unitOfWork(systemContext(app.services, 'test'), async (work) => {
    work.record({ ...place, entity: 'approval', id: entityId, version: 1, action: 'create', old: null, new: {} })
    work.notify({ ...place, ...hearers, kind: 'message', entity: 'approval', entityId, version: 1, payload })
  })
}

test('a message of an amount is heard by those whose limit reaches it, and not by whoever it is by', async () => {
  const permissions: Permission[] = ['refund.approve']
  const clients = {
    admin: await enter({ isAdmin: true }),
    free: await enter({ permissions }),
    high: await enter({ permissions, limits: { 'refund.approve': 12_000 } }),
    low: await enter({ permissions, limits: { 'refund.approve': 11_999 } }),
    maker: await enter({ permissions }),
  }
  await ring('Refund', { movesMinor: 12_000, butStaffIds: [clients.maker.caller.id] })
  await ring('To all')
  for (const [name, { caller, socket, titles, welcome }] of Object.entries(clients)) {
    const heard = name === 'low' || name === 'maker' ? ['To all'] : ['Refund', 'To all']
    await vi.waitFor(() => expect(titles).toContain('To all'), { timeout: 3000 })
    expect(titles, name).toEqual(heard)
    const missed = await app.call(`GET /changes?after=${welcome}`, { as: caller })
    expect(
      missed.body.messages.map(({ title }: { title: string }) => title),
      name,
    ).toEqual(heard)
    socket.disconnect()
  }
})

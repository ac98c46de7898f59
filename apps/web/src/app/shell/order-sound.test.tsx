import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from '#api/client.ts'
import { tagsOfChange } from '#api/tags.ts'
import { OrderStatusStyles } from '#entities/order/order-status.tsx'
import { type ApiServer, startApiServer } from '../../testing/api-server.ts'
import { person, renderAt } from '../../testing/render.tsx'
import { Live } from './live.tsx'
import { SoundMenu } from './sound-menu.tsx'

/** The tones that the browser's audio was asked for, in Hz. */
let tones: number[] = []

class Node {
  connect<N>(next: N): N {
    return next
  }
}
class OscillatorNode extends Node {
  #frequency: number
  constructor(_context: unknown, { frequency }: { frequency: number }) {
    super()
    this.#frequency = frequency
  }
  start(): void {
    tones.push(this.#frequency)
  }
  stop(): void {}
}
class GainNode extends Node {
  gain = { setValueAtTime: () => {}, linearRampToValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} }
}
class AudioContext {
  state = 'running'
  currentTime = 0
  destination = new Node()
}

const chime = [660, 880, 1320]
const everyMs = 2500

let server: ApiServer
beforeEach(async () => {
  tones = []
  localStorage.clear()
  Object.assign(globalThis, { AudioContext, OscillatorNode, GainNode })
  server = await startApiServer({ 'GET /orders/unhandled': { count: 1, oldestAt: '2026-11-20T10:00:00.000Z' } })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  for (const name of ['AudioContext', 'OscillatorNode', 'GainNode']) Reflect.deleteProperty(globalThis, name)
  return server.close()
})

const show = (who = person()) =>
  renderAt(
    '/',
    <OrderStatusStyles>
      <SoundMenu />
      <Live />
    </OrderStatusStyles>,
    { who },
  )
const soundsFirst = () => vi.waitFor(() => expect(tones).toEqual(chime), { interval: 1, timeout: 8000 })
const fallsSilent = () =>
  vi.waitFor(
    () => {
      const heard = tones.length
      vi.advanceTimersByTime(4 * everyMs)
      expect(tones).toHaveLength(heard)
    },
    { interval: 1, timeout: 8000 },
  )

test('an order that nobody has handled sounds, again and again, until anybody has', async () => {
  const { store } = show()
  await soundsFirst()
  vi.advanceTimersByTime(everyMs)
  expect(tones).toEqual([...chime, ...chime])
  vi.advanceTimersByTime(3 * everyMs)
  expect(tones).toHaveLength(5 * chime.length)

  server.answer({ 'GET /orders/unhandled': { count: 0, oldestAt: null } })
  // What the live connection does when somebody else has accepted it.
  act(() => void store.dispatch(api.util.invalidateTags(tagsOfChange('order', 'o1'))))
  await fallsSilent()
})

test('muted, it says by whom and until when, and comes back when the time is over', async () => {
  vi.setSystemTime('2026-11-20T10:00:00.000Z')
  show()
  await soundsFirst()
  fireEvent.click(screen.getByRole('button', { name: 'Order sound is on' }))
  const mute = await vi.waitFor(() => screen.getByRole('menuitem', { name: 'Mute for 15 minutes' }), { interval: 1, timeout: 8000 })
  fireEvent.click(mute)
  expect(screen.getByRole('button', { name: /^Order sound muted by Nila Salim until 3:45.PM$/, hidden: true })).toBeTruthy()
  await fallsSilent()

  const before = tones.length
  act(() => void vi.advanceTimersByTime(15 * 60_000))
  expect(tones.length).toBeGreaterThan(before)
  expect(screen.getByRole('button', { name: 'Order sound is on', hidden: true })).toBeTruthy()
})

test('the sound is the one that pending orders have, and none where they have none', async () => {
  const pending = { status: 'pending', label: 'Pending', colour: '#B45309', targetMinutes: 5, sound: 'bell' }
  server.answer({ 'GET /orders/statuses': [200, [pending]] })
  const { store } = show()
  await vi.waitFor(() => expect(tones.slice(-2)).toEqual([1568, 1175]), { interval: 1, timeout: 8000 })
  server.answer({ 'GET /orders/statuses': [200, [{ ...pending, sound: null }]] })
  act(() => void store.dispatch(api.util.invalidateTags(tagsOfChange('order-status', 's1'))))
  await fallsSilent()
})

test('whoever may not handle orders hears nothing', async () => {
  const { store } = show(person({ isAdmin: false, permissions: ['order.view'] }))
  await vi.waitFor(() => expect(store.getState().live.unhandled).toBe(1), { interval: 1, timeout: 8000 })
  vi.advanceTimersByTime(4 * everyMs)
  expect(tones).toEqual([])
  expect(screen.queryByRole('button', { name: 'Order sound is on' })).toBeNull()
})

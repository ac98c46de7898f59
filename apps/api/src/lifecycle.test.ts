import { expect, test } from 'vitest'
import { createLifecycle } from './lifecycle.ts'

const errors: unknown[] = []
const log = { error: (facts: unknown) => void errors.push(facts) }

test('ends parts in the opposite order, each once, also when one of them fails to end', async () => {
  const life = createLifecycle(log)
  const ended: string[] = []
  await life.add('database', async (part) => ended.push(part))
  await life.add('broken', () => Promise.reject(new Error('stuck')))
  await life.add(Promise.resolve('server'), async (part) => ended.push(part))
  await Promise.all([life.stop(), life.stop()])
  expect(ended).toEqual(['server', 'database'])
  expect(errors).toHaveLength(1)
})

test('waits for what is just starting, ends it, and starts nothing after it', async () => {
  const life = createLifecycle(log)
  const ended: string[] = []
  const slow = Promise.withResolvers<string>()
  const starting = life.add(slow.promise, async (part) => ended.push(part))
  const stopped = life.stop()
  slow.resolve('database')
  await expect(starting).rejects.toThrow('Stopped while starting')
  await stopped
  expect(ended).toEqual(['database'])
  await expect(life.add('late', async (part) => ended.push(part))).rejects.toThrow('Stopped while starting')
  expect(ended).toEqual(['database', 'late'])
})

test('a part that does not start needs no ending', async () => {
  const life = createLifecycle(log)
  await expect(life.add(Promise.reject(new Error('no port')), async () => {})).rejects.toThrow('no port')
  await life.stop()
})

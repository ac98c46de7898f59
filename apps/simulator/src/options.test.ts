import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

const needed = ['--url', 'http://127.0.0.1:4000/anything', '--key', 'lk_x']

test('a rate is the same at any hour; without one the day has its mean', () => {
  expect(readOptions([...needed, '--rate', '2/s'], {})).toMatchObject({ url: 'http://127.0.0.1:4000', ordersPerMinute: 120, hourly: false })
  expect(readOptions([...needed, '--rate', '0.5'], {})).toMatchObject({ ordersPerMinute: 30 })
  expect(readOptions(needed, { SIMULATOR: '12' })).toMatchObject({ ordersPerMinute: 12, hourly: true })
  expect(readOptions(needed, { SIMULATOR: 'on' })).toMatchObject({ hourly: true, writers: null, orders: null, ackLog: null })
})

test('the environment stands in for the address and the key', () => {
  expect(readOptions([], { LARDER_URL: 'http://localhost:1', LARDER_KEY: 'k' })).toMatchObject({ url: 'http://localhost:1', key: 'k' })
})

test.each([
  [['--key', 'k'], '--url is missing'],
  [['--url', 'nonsense', '--key', 'k'], '--url is missing or no address'],
  [['--url', 'http://localhost:1'], '--key is missing'],
  [[...needed, '--orders', '1.5'], '--orders must be a whole number'],
  [[...needed, '--writers', '0'], '--writers must be a number from 1'],
  [[...needed, '--rate', 'fast'], '--rate must be a number'],
  [[...needed, '--speed', ''], '--speed must be a number'],
  [[...needed, '--nonsense'], '--nonsense'],
])('%j is refused in words, with the usage', (args, problem) => {
  expect(() => readOptions(args, {})).toThrow(problem)
  expect(() => readOptions(args, {})).toThrow('usage: simulate')
})

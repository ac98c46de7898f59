import { allContracts, type Contract, orderEventTypes } from '@larder/contract'
import { expect, test } from 'vitest'
import { deedOf } from './deeds.ts'
import { wordsOf } from './words.ts'

/** What the product does by itself. */
const ownActs = ['endOpenMode', 'expire', 'finish', 'goOffline', 'goOnline', 'login', 'overtake', 'register', 'shift']

test('every act is told as what was done', async () => {
  const writes = Object.values<Contract>(allContracts).flatMap((contract) =>
    Object.entries(contract).flatMap(([act, { method, shape }]) => (method === 'GET' || shape.unaudited ? [] : [act])),
  )
  const acts = [...new Set([...writes, ...orderEventTypes, ...ownActs])].sort()
  const told = acts.map((act) => `${act},${deedOf(act)}`)
  await expect(['act,told', ...told, ''].join('\n')).toMatchFileSnapshot('deeds.golden.csv')
})

test('a value that nobody gave a label is told by its name', () => {
  expect(['picked_up', 'on-shift', 'openMode'].map(wordsOf)).toEqual(['Picked up', 'On shift', 'Open mode'])
})

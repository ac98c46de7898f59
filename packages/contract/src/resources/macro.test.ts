import { expect, test } from 'vitest'
import { fillMacro, lackingPlaceholders, unknownPlaceholders } from './macro.ts'

const known = { customer: 'Meera', order: 'FTK-1', agent: '{store}' }

test('placeholders are filled with what is known, each time, and what was filled in is not read again', () => {
  expect(fillMacro('Dear {customer}, {order} is late. {customer}, sorry. {agent}', known)).toBe(
    'Dear Meera, FTK-1 is late. Meera, sorry. {store}',
  )
  expect(fillMacro('{store}: $& $1', { store: '$& $1' })).toBe('$& $1: $& $1')
})

test('one that nothing is known for stays, and is told before', () => {
  expect(fillMacro('From {store} to {customer}', known)).toBe('From {store} to Meera')
  expect(lackingPlaceholders('From {store} to {customer}', known)).toEqual(['store'])
  expect(lackingPlaceholders('Thank you', {})).toEqual([])
})

test('those that there are not are named, each once', () => {
  expect(unknownPlaceholders('{customer} {adress} { order } {} {adress}')).toEqual(['{adress}', '{ order }', '{}'])
  expect(unknownPlaceholders('{customer}, {order}, {store}, {agent}, a } and a {')).toEqual([])
})

import { cuisineContract, type NamedEndpoint, orderContract, remedyContract } from '@larder/contract'
import { expect, test } from 'vitest'
import { type Tag, tagsOfChange, tagsOfRead, tagsOfWrite } from './tags.ts'

/** Whether a read is old by one of these. */
const isOld = (endpoint: NamedEndpoint, input: object, by: readonly Tag[]) => {
  const ids = by.map(({ id }) => id)
  return tagsOfRead(endpoint, input).some(({ id }) => ids.includes(id))
}
const ofOrder = { params: { id: 'o1' } }

test('a read shows its record, or the lists of its entity', () => {
  expect(isOld(cuisineContract.get, { params: { id: 'c1' } }, tagsOfChange('cuisine', 'c1'))).toBe(true)
  expect(isOld(cuisineContract.get, { params: { id: 'c1' } }, tagsOfChange('cuisine', 'c2'))).toBe(false)
  expect(isOld(cuisineContract.list, {}, tagsOfChange('cuisine', 'c2'))).toBe(true)
})

test.each([
  ['how statuses are called', orderContract.statuses, 'order-status'],
  ['which reasons there are', orderContract.reasons, 'order-reason'],
] as const)('%s is old once one of them changes, and not by an order', (_, endpoint, entity) => {
  expect(isOld(endpoint, {}, tagsOfChange(entity, 'x'))).toBe(true)
  expect(isOld(endpoint, {}, tagsOfChange('order', 'o1'))).toBe(false)
})

test("what was given for an order is old by that order, by what is given, asked for or decided, and not by another's change", () => {
  const given = { id: 'r1', entity: 'remedy', entityId: 'r1' }
  for (const by of [
    tagsOfChange('order', 'o1'),
    tagsOfChange('remedy', 'r1'),
    tagsOfChange('approval', 'a1'),
    tagsOfChange('ticket', 't1'),
    tagsOfWrite(orderContract.cancel, ofOrder, {}),
    tagsOfWrite(remedyContract.create, {}, given),
  ])
    expect(isOld(remedyContract.ofOrder, ofOrder, by)).toBe(true)
  expect(isOld(remedyContract.ofOrder, ofOrder, tagsOfChange('order', 'o2'))).toBe(false)
})

test('what may be given on a ticket is old by that ticket and by what is given', () => {
  const ofTicket = { params: { id: 't1' } }
  expect(isOld(remedyContract.proposal, ofTicket, tagsOfChange('ticket', 't1'))).toBe(true)
  expect(isOld(remedyContract.proposal, ofTicket, tagsOfChange('remedy', 'r1'))).toBe(true)
  expect(isOld(remedyContract.proposal, ofTicket, tagsOfChange('ticket', 't2'))).toBe(false)
})

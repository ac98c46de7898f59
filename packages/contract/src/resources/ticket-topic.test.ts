import { expect, test } from 'vitest'
import { proposedTopic, queueOfTopic } from './ticket-topic.ts'

const tagged = (...codes: string[]) => codes.map((code) => ({ code, label: code }))

test('a ticket of feedback is proposed what its tags say, else what a complaint is about', () => {
  expect(proposedTopic({ about: 'store', kind: 'complaint', tags: tagged('price', 'delivery-time', 'packing') })).toBe('late-order')
  expect(proposedTopic({ about: 'rider', kind: 'complaint', tags: tagged('price') })).toBe('rider-conduct')
  expect(proposedTopic({ about: 'app', kind: 'complaint', tags: [] })).toBe('app-problem')
  expect(proposedTopic({ about: 'store', kind: 'question', tags: [] })).toBe('other-matter')
})

test('a topic says its queue; one that an installation added that of whoever it is about', () => {
  expect(queueOfTopic({ code: 'late-order', party: 'rider' })).toBe('care')
  expect(queueOfTopic({ code: 'payout-question', party: 'platform' })).toBe('payments')
  expect(queueOfTopic({ code: 'rider-conduct', party: 'rider' })).toBe('riders')
  expect(queueOfTopic({ code: 'closed-early', party: 'store' })).toBe('stores')
})

import { expect, test } from 'vitest'
import { orderNumberOf } from './order-number.ts'

test.each(['EKM-36944', 'ekm-36944', 'EKM36944', ' EKM 36944 ', '#EKM-36944', '# ekm 36944'])('%j is the number EKM-36944', (text) => {
  expect(orderNumberOf(text)).toBe('EKM-36944')
})

test.each([
  'EKM–36944',
  'EKM—36944',
  'EKM\u201136944',
  'EKM\u221236944',
  'EKM－３６９４４',
  'EKM - 36944',
  'EKM  36944',
  '\u200eEKM-36944',
  'EKM-36944\u200b',
  'EKM\u00ad36944',
  'EKM-36944.',
  '“EKM-36944”,',
  '(EKM-36944)',
])('%j, as it comes out of a mail, a sheet or a chat, is the number EKM-36944', (text) => {
  expect(orderNumberOf(text)).toBe('EKM-36944')
})

test('of a number that is not written to its end it is the beginning', () => {
  expect(orderNumberOf('EKM-3')).toBe('EKM-3')
})

test.each(['36944', 'EKM', 'Anu 5', 'Milma 50', 'Milma 500 ml', 'Kerala-500', 'EKM--1', '#'])('%j is no number of an order', (text) => {
  expect(orderNumberOf(text)).toBeNull()
})

import { expect, test } from 'vitest'
import { orderNumberOf } from './order-number.ts'

test.each(['EKM-36944', 'ekm-36944', 'EKM36944', ' EKM 36944 ', '#EKM-36944', '# ekm 36944'])('%j is the number EKM-36944', (text) => {
  expect(orderNumberOf(text)).toBe('EKM-36944')
})

test('of a number that is not written to its end it is the beginning', () => {
  expect(orderNumberOf('EKM-3')).toBe('EKM-3')
})

test.each(['36944', 'EKM', 'Anu 5', 'Milma 50', 'Milma 500 ml', 'Kerala-500', 'EKM--1', '#'])('%j is no number of an order', (text) => {
  expect(orderNumberOf(text)).toBeNull()
})

import { isSimplePolygon } from '@larder/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { midpointAfter, placeOfNew, withoutAt } from './polygon-edit.ts'

const square = [
  { lat: 10, lng: 76 },
  { lat: 10, lng: 76.1 },
  { lat: 10.1, lng: 76.1 },
  { lat: 10.1, lng: 76 },
]

test('a corner clicked beside an edge goes into that edge', () => {
  expect(placeOfNew(square, { lat: 9.99, lng: 76.05 })).toBe(1)
  expect(placeOfNew(square, { lat: 10.05, lng: 76.11 })).toBe(2)
  expect(placeOfNew(square, { lat: 10.05, lng: 75.99 })).toBe(4)
})

test('a corner added halfway keeps the outline simple, and removing it gives the old one back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3 }), (index) => {
      const grown = square.toSpliced(index + 1, 0, midpointAfter(square, index))
      expect(isSimplePolygon(grown)).toBe(true)
      expect(withoutAt(grown, index + 1)).toEqual(square)
    }),
  )
})

test('from nothing, one corner can grow to an area by keyboard', () => {
  const first = [{ lat: 10, lng: 76 }]
  expect(midpointAfter(first, 0)).toEqual({ lat: 10.01, lng: 76.01 })
})

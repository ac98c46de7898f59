import type { Point } from '@larder/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shareGround } from './area.overlap.ts'

const box = (south: number, west: number, north: number, east: number): Point[] => [
  { lat: south, lng: west },
  { lat: south, lng: east },
  { lat: north, lng: east },
  { lat: north, lng: west },
]
const home = box(9.9, 76.2, 10, 76.3)

describe('areas that share ground', () => {
  test.each([
    ['crossing corners', box(9.95, 76.25, 10.05, 76.35)],
    ['the same shape', home],
    ['the same shape drawn the other way round', [...home].reverse()],
    ['one inside the other', box(9.94, 76.24, 9.96, 76.26)],
    ['edges on one line', box(9.9, 76.25, 10, 76.35)],
    ['a cross whose corners lie outside', box(9.94, 76.1, 9.96, 76.4)],
    [
      'one corner on the border, the rest inside',
      [
        { lat: 9.95, lng: 76.2 },
        { lat: 9.93, lng: 76.25 },
        { lat: 9.97, lng: 76.25 },
      ],
    ],
  ])('%s', (_, other) => {
    expect(shareGround(home, other)).toBe(true)
    expect(shareGround(other, home)).toBe(true)
  })

  test.each([
    ['far away', box(11, 77, 11.1, 77.1)],
    ['a common border', box(9.9, 76.3, 10, 76.4)],
    ['a common border drawn half a metre over', box(9.9, 76.299995, 10, 76.4)],
    ['a common corner', box(10, 76.3, 10.1, 76.4)],
  ])('not: %s', (_, other) => {
    expect(shareGround(home, other)).toBe(false)
    expect(shareGround(other, home)).toBe(false)
  })

  test('a shape in the bay of a horseshoe is apart from it although their boxes meet', () => {
    const horseshoe = [
      [9.9, 76.2],
      [9.9, 76.3],
      [9.92, 76.3],
      [9.92, 76.22],
      [9.98, 76.22],
      [9.98, 76.3],
      [10, 76.3],
      [10, 76.2],
    ].map(([lat = 0, lng = 0]) => ({ lat, lng }))
    expect(shareGround(horseshoe, box(9.94, 76.24, 9.96, 76.28))).toBe(false)
    expect(shareGround(horseshoe, box(9.91, 76.24, 9.96, 76.28))).toBe(true)
  })

  test('two boxes share ground exactly when their sides overlap both ways', () => {
    const side = fc.integer({ min: 0, max: 40 })
    const anyBox = fc
      .tuple(side, side, side, side)
      .filter(([south, north, west, east]) => south < north && west < east)
      .map(([south, north, west, east]) => ({ south, north, west, east, ring: box(south / 400, west / 400, north / 400, east / 400) }))
    fc.assert(
      fc.property(anyBox, anyBox, (a, b) => {
        const expected = a.south < b.north && b.south < a.north && a.west < b.east && b.west < a.east
        expect(shareGround(a.ring, b.ring)).toBe(expected)
      }),
      { numRuns: 2000 },
    )
  })
})

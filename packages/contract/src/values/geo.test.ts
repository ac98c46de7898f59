import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { boundsOf, distanceKm, Point, Polygon } from './geo.ts'
import { isSimplePolygon, type Position, polygonAreaKm2, polygonCentre, polygonContains } from './polygon.ts'

const at = (lat: number, lng: number) => ({ lat, lng })
const square = [at(9, 76), at(9, 77), at(10, 77), at(10, 76)]
const bent = [at(0, 0), at(0, 3), at(3, 3), at(3, 2), at(1, 2), at(1, 0)]
const bowTie = [at(9, 76), at(10, 77), at(10, 76), at(9, 77)]
/** A star around a centre: one corner for each angle in order, so it never crosses itself. */
const stars = fc
  .tuple(
    fc.double({ min: -60, max: 60, noNaN: true }),
    fc.double({ min: -170, max: 170, noNaN: true }),
    fc.array(fc.double({ min: 0.01, max: 0.2, noNaN: true }), { minLength: 5, maxLength: 40 }),
  )
  .map(([lat, lng, radii]) => ({
    centre: at(lat, lng),
    ring: radii.map((radius, index) => {
      const angle = (index / radii.length) * 2 * Math.PI
      return at(lat + radius * Math.sin(angle), lng + radius * Math.cos(angle))
    }),
  }))
const turned = (ring: readonly Position[], by: number) => ring.map((_, index) => ring[(index + by) % ring.length] ?? at(0, 0))

describe('a point', () => {
  test('is kept to six decimals, without -0', () => {
    expect(z.parse(Point, at(9.93123456, -0))).toEqual(at(9.931235, 0))
    expect(Object.is(z.parse(Point, at(-0.0000001, 0)).lat, 0)).toBe(true)
  })

  test.each([
    at(90.1, 0),
    at(0, -180.1),
    at(Number.NaN, 0),
    at(0, Number.POSITIVE_INFINITY),
    { lat: '9', lng: 76 },
    { lat: 9 },
    { ...at(9, 76), alt: 1 },
  ])('%j is refused', (value) => {
    expect(z.safeParse(Point, value).success).toBe(false)
  })
})

describe('a polygon', () => {
  test('may come closed and is kept open', () => {
    expect(z.parse(Polygon, [...square, at(9, 76)])).toEqual(square)
  })

  test.each([
    ['two corners', [at(9, 76), at(9, 77)]],
    ['a closed line', [at(9, 76), at(9, 77), at(9, 76)]],
    ['a bow tie', bowTie],
    ['no area', [at(9, 76), at(9, 77), at(9, 78)]],
    ['no area in four corners', [at(9, 76), at(9, 77), at(9, 78), at(9, 79)]],
    ['a spike', [at(9, 76), at(9, 77), at(9, 76.5), at(10, 76)]],
    ['a corner twice', [at(9, 76), at(9, 76), at(9, 77), at(10, 77)]],
    ['a corner on another edge', [at(9, 76), at(9, 78), at(10, 78), at(9, 77), at(10, 76)]],
    ['corners that are the same in six decimals', [at(9, 76), at(9.0000001, 76), at(9, 77), at(10, 77)]],
    ['too many corners', Array.from({ length: 202 }, (_, index) => at(Math.sin(index / 40), Math.cos(index / 40)))],
  ])('with %s is refused', (_, corners) => {
    expect(z.safeParse(Polygon, corners).success).toBe(false)
  })

  test('is simple whichever corner comes first and whichever way round; two corners changed over may cross', () => {
    fc.assert(
      fc.property(stars, fc.nat({ max: 40 }), ({ ring }, by) => {
        expect([ring, turned(ring, by), [...ring].reverse()].map(isSimplePolygon)).toEqual([true, true, true])
      }),
      { numRuns: 300 },
    )
    expect([square, turned(square, 1), bowTie, turned(bowTie, 1)].map(isSimplePolygon)).toEqual([true, true, false, false])
    expect(isSimplePolygon([at(9, 76), at(9, 76.5), at(9, 77), at(10, 77)])).toBe(true)
  })

  test('contains its inside and its edge', () => {
    expect([at(9.5, 76.5), at(9, 76), at(9, 76.5), at(10, 77)].map((point) => polygonContains(square, point))).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect([at(8.999999, 76.5), at(9.5, 77.000001), at(10, 77.5), at(9, 75)].map((point) => polygonContains(square, point))).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect([at(2, 1), at(2, 2.5), at(0.5, 1), at(1, 1)].map((point) => polygonContains(bent, point))).toEqual([false, true, true, true])
  })

  test('contains its middle and its corners however it is turned, and nothing outside of its bounds', () => {
    fc.assert(
      fc.property(stars, fc.nat({ max: 40 }), ({ centre, ring }, by) => {
        const other = turned(ring, by).reverse()
        expect([centre, ...ring].every((point) => polygonContains(ring, point) && polygonContains(other, point))).toBe(true)
        const bounds = boundsOf(ring)
        expect(bounds && polygonContains(ring, at(bounds.north + 0.001, centre.lng))).toBe(false)
      }),
      { numRuns: 300 },
    )
  })

  test('has the area and the centre that it should', () => {
    expect(polygonAreaKm2(square)).toBeCloseTo(12_184, -2)
    expect(polygonAreaKm2([...square].reverse())).toBeCloseTo(polygonAreaKm2(square), 6)
    const metre = 1 / 111_195
    expect(polygonAreaKm2([at(0, 0), at(0, 100 * metre), at(100 * metre, 100 * metre), at(100 * metre, 0)])).toBeCloseTo(0.01, 6)
    const { lat, lng } = polygonCentre(square)
    expect([lat, lng]).toEqual([expect.closeTo(9.5, 9), expect.closeTo(76.5, 9)])
    for (const by of [0, 1, 2, 3, 4, 5])
      expect(polygonCentre(turned(bent, by))).toEqual({ lat: expect.closeTo(1.1, 9), lng: expect.closeTo(1.9, 9) })
    expect(polygonCentre([at(1, 1), at(1, 1)])).toEqual(at(1, 1))
  })
})

test('distances are those of the earth, equal both ways, and never longer by a detour', () => {
  expect(distanceKm(at(9.9312, 76.2673), at(8.5241, 76.9366))).toBeCloseTo(173, 0)
  expect(distanceKm(at(0, 0), at(0, 180))).toBeCloseTo(20_015.1, 1)
  const points = fc.record({ lat: fc.double({ min: -90, max: 90, noNaN: true }), lng: fc.double({ min: -180, max: 180, noNaN: true }) })
  fc.assert(
    fc.property(points, points, points, (a, b, c) => {
      expect(distanceKm(a, a)).toBe(0)
      expect(distanceKm(a, b)).toBeCloseTo(distanceKm(b, a), 9)
      expect(distanceKm(a, c)).toBeLessThanOrEqual(distanceKm(a, b) + distanceKm(b, c) + 1e-3)
    }),
    { numRuns: 1000 },
  )
})

test('bounds hold every point and nothing more; no points have none', () => {
  expect(boundsOf(square)).toEqual({ south: 9, west: 76, north: 10, east: 77 })
  expect(boundsOf([])).toBeNull()
})

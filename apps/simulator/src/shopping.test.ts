import { channelContract, distanceKm } from '@larder/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createRandom } from './random.ts'
import { amendWish, drawDetails, drawHome, drawWish, type MenuItem, type Shop } from './shopping.ts'

const Body = channelContract.quote.shape.body

const aShop = fc
  .record({ lat: fc.double({ min: -60, max: 60, noNaN: true }), lng: fc.double({ min: -170, max: 170, noNaN: true }) })
  .chain((point) =>
    fc.record({
      point: fc.constant(point),
      maxKm: fc.double({ min: 0.5, max: 15, noNaN: true }),
      centre: fc.record({
        lat: fc.double({ min: point.lat - 0.05, max: point.lat + 0.05, noNaN: true }),
        lng: fc.double({ min: point.lng - 0.05, max: point.lng + 0.05, noNaN: true }),
      }),
    }),
  )

const aMenu = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    unit: fc.constantFrom('pc', 'kg', 'g'),
    minor: fc.integer({ min: 100, max: 200_000 }),
    available: fc.boolean(),
  }),
  { selector: ({ id }) => id, maxLength: 30 },
)

const free = { minor: 0, currency: 'INR' }

function shopOf({ point, maxKm, centre }: { point: Shop['point']; maxKm: number; centre: Shop['point'] }): Shop {
  const area = { id: 'a', centre, maxKm }
  const rest = {
    name: 'Shop',
    vertical: 'restaurant',
    branchId: 'b',
    isOpenNow: true,
    prepMinutes: 20,
    currency: 'INR',
    timeZone: 'Asia/Kolkata',
    opensAt: null,
    minimum: { delivery: free, pickup: free },
    packing: free,
  } as const
  return {
    openingHours: [],
    specialDays: [],
    orderTypes: ['delivery', 'pickup'],
    id: '019a0000-0000-7000-8000-000000000001',
    point,
    area,
    ...rest,
  }
}

function menuOf(items: { id: string; unit: string; minor: number; available: boolean }[]): MenuItem[] {
  return items.map(({ id, unit, minor, available }) => ({
    ...{ id, unit: unit as MenuItem['unit'], available, price: { minor, currency: 'INR' } },
    ...{ category: 'c', sku: 's', name: 'n', choices: { cut: ['Whole', 'Fillet'] }, needsChoices: false, groups: [], leadHours: 0 },
    ...{ categorySort: 0, sort: 0 },
  }))
}

test('a home is within reach', () => {
  fc.assert(
    fc.property(fc.string(), aShop, (seed, facts) => {
      const shop = shopOf(facts)
      expect(distanceKm(shop.point, drawHome(createRandom(seed), shop))).toBeLessThan(shop.area.maxKm)
    }),
  )
})

test('a wish is one that the product can read, of available things, weighed where they are sold by weight', () => {
  fc.assert(
    fc.property(fc.string(), aShop, aMenu, (seed, facts, items) => {
      const [shop, menu] = [shopOf(facts), menuOf(items)]
      const random = createRandom(seed)
      const wish = drawWish(random, shop, menu, null)
      expect(wish === null).toBe(!menu.some(({ available }) => available))
      if (wish) expect(z.safeParse(Body, wish).success).toBe(true)
      for (const line of wish?.lines ?? []) {
        const item = menu.find(({ id }) => id === line.itemId)
        expect(item?.available).toBe(true)
        expect(['Whole', 'Fillet']).toContain(line.choices?.cut)
        expect(line.grams !== undefined).toBe(item?.unit !== 'pc')
      }
    }),
  )
})

const tooLittle = { code: 'below-minimum', field: 'lines', message: 'It is too little.' } as const

test('a wish is amended until it fits or is given up', () => {
  const wish = {
    storeId: '019a0000-0000-7000-8000-000000000001',
    orderType: 'pickup' as const,
    lines: [
      { itemId: '019a0000-0000-7000-8000-000000000002', quantity: 2 },
      { itemId: '019a0000-0000-7000-8000-000000000003', quantity: 1, grams: 500 },
    ],
  }
  expect(amendWish(wish, [{ code: 'sold-out', field: 'lines.0.itemId', message: 'It is sold out.' }])?.lines).toEqual([wish.lines[1]])
  expect(amendWish(wish, [tooLittle])?.lines).toMatchObject([{ quantity: 4 }, { grams: 1000 }])
  expect(amendWish(wish, [{ code: 'store-closed', field: 'storeId', message: 'It is closed.' }])).toBeNull()
  let current: ReturnType<typeof amendWish> = wish
  for (let times = 0; times < 20 && current; times++) current = amendWish(current, [tooLittle])
  expect(current).toBeNull()
})

test('flavour and weight are said where they are needed and no line has chosen them', () => {
  const shop = shopOf({ point: { lat: 9.9, lng: 76.2 }, maxKm: 5, centre: { lat: 9.9, lng: 76.2 } })
  const bakery: Shop = { ...shop, vertical: 'cakes' }
  const slice = { storeId: shop.id, orderType: 'pickup' as const, lines: [{ itemId: shop.id, quantity: 1 }] }
  const cake = { ...slice, lines: [{ itemId: shop.id, quantity: 1, choices: { flavour: 'Mango', weight: '1 kg' } }] }
  const random = createRandom('details')
  expect(drawDetails(random, shop, slice)).toBeUndefined()
  expect(drawDetails(random, bakery, cake)).toBeUndefined()
  expect(drawDetails(random, bakery, slice)).toMatchObject({ flavour: expect.stringMatching(/./), weightGrams: expect.any(Number) })
})

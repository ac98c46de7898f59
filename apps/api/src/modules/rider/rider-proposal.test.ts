import { addMinutes, type Instant, keysOf, type Vertical, verticals } from '@larder/contract'
import { expect, test } from 'vitest'
import { compareDay } from './rider-proposal.service.ts'

const noon = '2026-11-20T08:00:00.000Z' as Instant
const order = (id: string, riderId: string, at: Instant, overAt: Instant | null = addMinutes(at, 30)) => ({
  ...{ id, number: id, branch_id: 'b', area_id: 'x', vertical: 'grocery' as Vertical, lat: 9.95, lng: 76.25 },
  ...{ rider_id: riderId, given_at: at, over_at: overAt },
})
const shift = (id: string, ended_at: Instant | null = null) => ({
  ...{ id, name: id, branch_id: 'b', area_ids: [], vehicle: 'scooter' },
  ...{ began_at: addMinutes(noon, -120), ended_at },
})
const heard = (rider_id: string, lat: number, at = addMinutes(noon, -1)) => ({ rider_id, lat, lng: 76.25, at })

test('the nearer rider is proposed, and the way that it would have saved is told', () => {
  const told = compareDay([order('1', 'far', noon)], [shift('far'), shift('near')], [heard('far', 9.99), heard('near', 9.951)])
  expect(told).toMatchObject({
    orders: 1,
    compared: 1,
    agreed: 0,
    savedMinutes: 13,
    rows: [{ proposed: { id: 'near' }, assignedMinutes: 14 }],
  })
})

test('who carries an order at that moment is proposed after who is free, and no more once it is over', () => {
  const shifts = [shift('near'), shift('far')]
  const places = [
    heard('near', 9.951),
    heard('far', 9.965),
    heard('near', 9.951, addMinutes(noon, 49)),
    heard('far', 9.965, addMinutes(noon, 49)),
  ]
  const first = order('1', 'near', addMinutes(noon, -1))
  const second = order('2', 'near', noon)
  const third = order('3', 'near', addMinutes(noon, 50))
  const { rows, agreed } = compareDay([first, second, third], shifts, [
    heard('near', 9.951, addMinutes(noon, -2)),
    heard('far', 9.965, addMinutes(noon, -2)),
    ...places,
  ])
  expect(rows.map(({ order: { id } }) => id)).toEqual(['2'])
  expect(agreed).toBe(2)
})

test('whose place of then is not kept, and who was off shift, counts for nobody', () => {
  const shifts = [shift('assigned'), shift('lost'), shift('gone', addMinutes(noon, -5))]
  const places = [heard('assigned', 9.99), heard('lost', 9.95, addMinutes(noon, -20)), heard('gone', 9.95)]
  expect(compareDay([order('1', 'assigned', noon)], shifts, places)).toMatchObject({ orders: 1, compared: 0, savedMinutes: 0 })
})

test('what is bulky counts against a bicycle as it does now, and what spoke against either is told', () => {
  const shifts = [
    { ...shift('bicycle'), vehicle: 'bicycle' },
    { ...shift('elsewhere'), area_ids: ['y'] },
  ]
  const places = [heard('bicycle', 9.951), heard('elsewhere', 9.951)]
  const isBulky = (wanted: boolean) => keysOf(verticals).find((vertical) => verticals[vertical].isBulky === wanted) as Vertical
  const replayed = (vertical: Vertical) => compareDay([{ ...order('1', 'bicycle', noon), vertical }], shifts, places)
  expect(replayed(isBulky(false))).toMatchObject({ compared: 1, agreed: 1, rows: [] })
  const [row] = replayed(isBulky(true)).rows
  const factors = (reasons?: readonly { factor: string }[]) => reasons?.map(({ factor }) => factor)
  expect([factors(row?.assignedReasons), factors(row?.proposedReasons)]).toEqual([
    ['way', 'vehicle'],
    ['way', 'area'],
  ])
})

import { describe, expect, test } from 'vitest'
import { auditEntry } from '../../../testing/audit-entry.ts'
import { referencesField, selectField } from '../../fields/choice-fields.tsx'
import { moneyField, switchField, textField } from '../../fields/fields.tsx'
import { openingHoursField } from '../../fields/hours-fields.tsx'
import { type HistoryWords, tellEntry } from './history-words.ts'

const thai = '01890000-0000-7000-8000-000000000001'
const arabic = '01890000-0000-7000-8000-000000000002'
const rupees = (minor: number) => ({ minor, currency: 'INR' })

const words: HistoryWords = {
  fields: [
    textField('name'),
    moneyField('minBasket', { label: 'Minimum order' }),
    switchField('active', { label: 'Shown' }),
    selectField('size', { options: [{ value: 'm', label: 'Medium' }] }),
    referencesField('cuisineIds', { label: 'Cuisines', from: {} as never, title: () => '' }),
    openingHoursField('openingHours', { label: 'Opening hours' }),
  ],
}

type Sides = Record<string, readonly [old: unknown, now: unknown]>

function entry(action: string, sides: Sides) {
  const changes = Object.entries(sides).map(([field, [old, now]]) => ({ field, old, new: now }))
  return auditEntry({ action, changes, names: { [thai]: 'Thai', [arabic]: 'Arabic' } })
}

const tell = (sides: Sides, action = 'update') => tellEntry(entry(action, sides), words, 'Asia/Kolkata')

describe('one change is a sentence', () => {
  test.each<[string, Sides, string]>([
    ['an amount', { minBasket: [rupees(10_000), rupees(15_000)] }, 'Changed Minimum order from ₹100.00 to ₹150.00'],
    ['a word of a list', { size: [null, 'm'] }, 'Set Size to Medium'],
    ['what is gone', { name: ['Thai', ''] }, 'Cleared Name, which was Thai'],
    ['a switch', { active: [true, false] }, 'Changed Shown from yes to no'],
    ['a list', { cuisineIds: [[thai], [arabic]] }, 'Changed Cuisines: added Arabic; removed Thai'],
    ['a list of names', { tags: [['a', 'b'], ['a']] }, 'Changed Tags: removed b'],
    ['hours', { openingHours: [[], [{ day: 1, opens: '09:00', closes: '14:00' }]] }, 'Set Opening hours to Mon 9:00 AM–2:00 PM'],
    ['a moment', { openModeUntil: [null, '2026-11-21T23:51:56.858Z'] }, 'Set Open mode until to Nov 22, 2026, 5:21 AM'],
    ['a day', { licenceExpiresOn: [null, '2027-01-31'] }, 'Set Licence expires on to Jan 31, 2027'],
    ['an id', { riderId: [null, thai] }, 'Set Rider to Thai'],
    [
      'an id of what is gone',
      { riderId: ['01890000-0000-7000-8000-000000000009', null] },
      'Cleared Rider, which was one that is no longer there',
    ],
    ['a share', { commissionPpm: [50_000, 75_000] }, 'Changed Commission from 5 % to 7.5 %'],
    ['an amount without a field', { total: [null, rupees(75_100)] }, 'Set Total to ₹751.00'],
    ['a place', { point: [null, { lat: 9.9, lng: 76.2 }] }, 'Set Point to 9.9, 76.2'],
    [
      'parts',
      { address: [null, { line1: 'Marine Drive 4', city: 'Kochi', note: null }] },
      'Set Address to line1 Marine Drive 4, city Kochi',
    ],
  ])('%s', (_what, sides, sentence) => {
    expect(tell(sides)).toEqual({ what: sentence, lines: [] })
  })
})

test('sentences of a list follow one another as they are', () => {
  const evidence = ['It was late.', 'The rider bears this topic unless the order says otherwise.']
  expect(tell({ evidence: [null, evidence] }, 'create').lines).toEqual([`Evidence: ${evidence.join(' ')}`])
})

test('several changes are lines, an addition tells what there is, and a deletion nothing', () => {
  const sides = { name: ['Thai', 'Thai food'], active: [false, true] } as const
  expect(tell(sides)).toEqual({ what: 'Changed 2 fields', lines: ['Name: Thai → Thai food', 'Shown: no → yes'] })
  expect(tell({ name: [null, 'Thai'], imageId: [null, null] }, 'create')).toEqual({ what: 'Added', lines: ['Name: Thai'] })
  expect(tell({ name: ['Thai', null] }, 'remove')).toEqual({ what: 'Deleted', lines: [] })
})

test("an act of the record's own speaks for itself and for the fields that it covers", () => {
  const own: HistoryWords = {
    ...words,
    deedOf: ({ action, newOf, timeOf }) =>
      action === 'pause' ? { what: `Paused until ${timeOf(String(newOf('until')))}`, covers: ['until'] } : undefined,
  }
  const told = (until: string) => tellEntry(entry('pause', { until: [null, until], name: ['A', 'B'] }), own, 'Asia/Kolkata')
  expect(told('2026-11-22T13:00:00.000Z')).toEqual({ what: 'Paused until 6:30 PM', lines: ['Name: A → B'] })
  expect(told('2026-11-23T13:00:00.000Z').what).toBe('Paused until Nov 23, 2026, 6:30 PM')
  expect(tellEntry(entry('shift', {}), own, 'UTC').what).toBe('Changed shift')
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conflictsOf, grantConflictKeys, grantConflicts } from './grant-conflicts.ts'
import { compareGrants, covers, type Granted, isWider, sortedGrants } from './grants.ts'
import { isLimited, permissions } from './permission-list.ts'

const grant = fc
  .record({ permission: fc.constantFrom(...permissions), limitMinor: fc.option(fc.integer({ min: 1, max: 9 }), { nil: null }) })
  .map(({ permission, limitMinor }): Granted => ({ permission, limitMinor: isLimited(permission) ? limitMinor : null }))
const limited = fc.record({
  permission: fc.constantFrom(...permissions.filter(isLimited)),
  limitMinor: fc.option(fc.integer({ min: 1, max: 9 }), { nil: null }),
})
const grants = fc.uniqueArray(fc.oneof(grant, limited), { selector: ({ permission }) => permission, maxLength: 40 })

test('who holds more may do all of it: to add a grant, to raise a limit or to take it away takes nothing', () => {
  fc.assert(
    fc.property(grants, grants, (own, more) => {
      const held = new Set(own.map(({ permission }) => permission))
      const wider = [...own, ...more.filter(({ permission }) => !held.has(permission))].map((each) => ({ ...each, limitMinor: null }))
      expect(own.every((each) => covers(wider, each))).toBe(true)
      expect(isWider(wider, own)).toBe(false)
      for (const each of more) if (covers(own, each)) expect(covers(wider, each)).toBe(true)
    }),
  )
})

test('of three, who covers the second covers the third that this one covers', () => {
  fc.assert(
    fc.property(grants, grants, grants, (a, b, c) => {
      if (!isWider(a, b) && !isWider(b, c)) expect(isWider(a, c)).toBe(false)
      expect(isWider(a, a)).toBe(false)
    }),
  )
})

test('a change is wider exactly where it gains a permission or raises a limit, and undone it is the same turned round', () => {
  fc.assert(
    fc.property(grants, grants, (before, after) => {
      const { gained, lost, raised, lowered } = compareGrants(before, after)
      expect(isWider(before, after)).toBe(gained.length + raised.length > 0)
      const back = compareGrants(after, before)
      const names = (list: readonly Granted[]) => list.map(({ permission }) => permission).sort()
      expect([names(back.gained), names(back.lost)]).toEqual([names(lost), names(gained)])
      expect([back.raised.length, back.lowered.length]).toEqual([lowered.length, raised.length])
    }),
  )
})

test('what is kept of grants is the same in whatever order they come, and a limit only where there may be one', () => {
  fc.assert(
    fc.property(grants, (list) => {
      expect(sortedGrants([...list].reverse())).toEqual(sortedGrants(list))
      expect(
        sortedGrants(list.map((each) => ({ ...each, limitMinor: 5 }))).every(
          ({ permission, limitMinor }) => (limitMinor === null) !== isLimited(permission),
        ),
      ).toBe(true)
    }),
  )
})

test('a conflict is found where both of its permissions are, and nowhere else', () => {
  expect(conflictsOf(permissions.map((permission) => ({ permission })))).toEqual(grantConflictKeys)
  for (const key of grantConflictKeys) {
    const [maker, checker] = grantConflicts[key].permissions
    expect(permissions).toEqual(expect.arrayContaining([maker, checker]))
    expect(checker).toMatch(/\.approve$/)
    expect(conflictsOf([{ permission: maker }, { permission: checker }])).toContain(key)
    expect(conflictsOf(permissions.filter((permission) => permission !== maker).map((permission) => ({ permission })))).not.toContain(key)
  }
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberField, textField } from '../fields.tsx'
import { carryOver, changeBody, differences } from './differences.ts'

const fields = [textField('a'), textField('b'), numberField('c')]
const draft = fc.record({ a: fc.constantFrom('x', 'y', '', null), b: fc.constantFrom('x', 'y'), c: fc.constantFrom(1, 2, null) })
const isSame = (x: unknown, y: unknown) => (x || null) === (y || null)

test('carried over to a newer record, what I changed is mine and everything else is theirs', () => {
  fc.assert(
    fc.property(draft, draft, draft, (base, mine, theirs) => {
      const { draft: merged, conflicts } = carryOver(fields, base, mine, theirs)
      for (const key of ['a', 'b', 'c'] as const) {
        const isMine = !isSame(base[key], mine[key])
        expect(merged[key]).toBe(isMine ? mine[key] : theirs[key])
        const isConflict = isMine && !isSame(base[key], theirs[key]) && !isSame(mine[key], theirs[key])
        expect(conflicts.some((conflict) => conflict.key === key)).toBe(isConflict)
      }
    }),
  )
})

test('what is sent applied to the base gives what was typed', () => {
  fc.assert(
    fc.property(draft, draft, (base, now) => {
      const { version, ...changes } = changeBody(fields, base, now, 7)
      expect(version).toBe(7)
      expect(differences(fields, { ...base, ...changes }, now)).toEqual([])
    }),
  )
})

test('differences are in words', () => {
  expect(differences(fields, { a: 'x', b: '', c: 1 }, { a: null, b: null, c: 2 })).toEqual([
    { key: 'a', label: 'A', from: 'x', to: 'none' },
    { key: 'c', label: 'C', from: '1', to: '2' },
  ])
})

import { beforeEach, expect, test } from 'vitest'
import { passwordField, textField } from '../fields.tsx'
import { draftKey, dropDraft, keepDraft, keptDraft } from './kept-draft.ts'

const fields = [textField('name'), textField('note'), passwordField('password', { autoComplete: 'new-password' })]
const mine = draftKey('me', 'cuisine', 'c1')
beforeEach(() => sessionStorage.clear())

test('what was typed is kept with what it stood over, until it is dropped or nothing differs', () => {
  keepDraft(mine, fields, { name: 'Thai', note: '' }, { name: 'Thai food' })
  expect(keptDraft(mine)).toEqual({ base: { name: 'Thai' }, typed: { name: 'Thai food' } })
  keepDraft(mine, fields, { name: 'Thai' }, {})
  expect(keptDraft(mine)).toBeNull()
  keepDraft(mine, fields, {}, { name: 'x' })
  dropDraft(mine)
  expect(sessionStorage).toHaveLength(0)
})

test('a secret is never kept', () => {
  keepDraft(mine, fields, {}, { name: 'x', password: 'correct horse' })
  expect(JSON.stringify(Object.values(sessionStorage))).not.toContain('horse')
})

test('of a file that is on its way nothing is kept, of a day without its time what was typed', () => {
  keepDraft(
    mine,
    fields,
    { name: 'Thai', note: '' },
    { name: { unfinished: 'is still uploading' }, note: { unfinished: 'needs a time', day: 'x' } },
  )
  expect(keptDraft(mine)?.typed).toEqual({ note: { unfinished: 'needs a time', day: 'x' } })
})

test('another person has none of it; what is no draft is none', () => {
  keepDraft(mine, fields, {}, { name: 'x' })
  expect(keptDraft(draftKey('you', 'cuisine', 'c1'))).toBeNull()
  sessionStorage.setItem(mine, '{broken')
  expect(keptDraft(mine)).toBeNull()
})

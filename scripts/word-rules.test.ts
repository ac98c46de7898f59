import { expect, test } from 'vitest'
import { findAvoidedWords, findNeedlessExemptions, readAvoided } from './word-rules.ts'

const context = `| word | meaning | not |
|---|---|---|
| **Rider** | carries orders | delivery boy, driver |
| **Store** | sells | vendor, restaurant (unless the vertical is meant) |
| **Picture** | of a record | image (but for that key), photo |`
const avoided = readAvoided(context)
const found = (text: string, path = 'apps/web/src/features/x.tsx') =>
  findAvoidedWords([{ path, text }], avoided).map(({ line, message }) => `${line} ${message}`)

test('reads the words to avoid, without remarks and without those that mean something else too', () => {
  expect(avoided).toEqual([
    { word: 'delivery boy', term: 'Rider' },
    { word: 'driver', term: 'Rider' },
    { word: 'vendor', term: 'Store' },
    { word: 'image', term: 'Picture' },
    { word: 'photo', term: 'Picture' },
  ])
})

test('finds a word in a label, in a message with a value, and between tags', () => {
  expect(found("const a = 1\nconst label = 'Delivery boys'")).toEqual(['2 says "delivery boy": the word is "Rider" (CONTEXT.md)'])
  expect(found('refuse(`Two vendors are closed.`)')).toHaveLength(1)
  expect(found('<p>Choose a photo</p>')).toHaveLength(1)
  expect(found("invalid({ 'body.x': 'is not a vendor of yours' })", 'apps/api/src/modules/x.service.ts')).toHaveLength(1)
})

test('leaves alone what nobody reads: keys, paths, comments, SQL, tests', () => {
  expect(found("const key = 'imageId'\nimport './photo.ts' // a photo of it\n/** A vendor's photo. */")).toEqual([])
  expect(found('sql`select photo from vendor order by photo`')).toEqual([])
  expect(found("'Delivery boys'", 'apps/web/src/features/x.test.tsx')).toEqual([])
  expect(found("'Delivery boys'", 'apps/api/src/kit/x.ts')).toEqual([])
})

test('a word is let pass for another sense only while a text has it', () => {
  const told = (text: string) => findNeedlessExemptions([{ path: 'apps/web/src/features/x.tsx', text }]).map(({ message }) => message)
  expect(told('')).toContain('lets "zone" pass, which no text says')
  expect(told("'The zone of a branch'")).not.toContain('lets "zone" pass, which no text says')
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { refusalReasons } from '@larder/contract'
import { expect, test } from 'vitest'
import { invalid, type Refusal, refuse } from './errors.ts'

const root = join(import.meta.dirname, '..')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('seed'))
  .map((path) => readFileSync(join(root, path), 'utf8'))

// What stands before a word that is said: `reason`, a name of its own, or what refuses with it.
const saying =
  /\breason\b[^\n]*$|\bconst \w+ = $|\b(?:refuse\w*|misfit\w*|unless|because|unavailable|notNow|unexpected)\((?:(?!\n\n)[\s\S])*$/i
const said = new Set(sources.flatMap(saidIn))

function saidIn(text: string): string[] {
  const words = [...text.matchAll(/'([a-z]+(?:-[a-z]+)*)'/g)].filter(({ index }) =>
    saying.test(text.slice(Math.max(0, index - 160), index)),
  )
  const sought = [...text.matchAll(/\b(?:notFound|byId)\('([a-z-]+)'/g)].map(([, entity]) => `${entity}-not-found`)
  const kept = [...text.matchAll(/\bresource\((\w+)Contract\b/g)].map(([, name = '']) => `${kebab(name)}-not-found`)
  return [...words.map(([, word = '']) => word), ...sought, ...kept]
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

test('every reason of the contract is given somewhere, and stands for one kind', () => {
  const words = Object.values(refusalReasons).flatMap((meanings) => Object.keys(meanings))
  expect(words.filter((word) => !said.has(word))).toEqual([])
  expect(words.length).toBe(new Set(words).size)
})

const nowhere = { 'body.areaId': 'does not exist' }
const forbidden = { 'body.bankNumber': 'may not be entered by your role' }
const wrong = { 'body.name': 'is required' }
test.each([
  [{ ...nowhere, 'body.teamIds': 'has a role that does not exist' }, {}, 'invalid reference-not-found'],
  [forbidden, {}, 'not-permitted field-not-permitted'],
  [{ ...nowhere, ...wrong }, {}, 'invalid invalid-input'],
  [{ ...forbidden, ...wrong }, {}, 'invalid invalid-input'],
  [{ ...forbidden, ...nowhere }, {}, 'invalid invalid-input'],
  [{}, {}, 'invalid invalid-input'],
  [nowhere, { reason: 'cannot-be-placed' }, 'invalid cannot-be-placed'],
] as const)('what is wrong alone is what a program is told: %o', (fields, facts, said) => {
  try {
    invalid(fields, facts)
  } catch (error) {
    const { kind, reason } = error as Refusal
    expect(`${kind} ${reason}`).toBe(said)
  }
  expect.assertions(1)
})

test('no other reason can be given', () => {
  // @ts-expect-error -- none of the contract's words for what is refused
  expect(() => refuse('never-said', 'It is not so.')).toThrow('It is not so.')
})

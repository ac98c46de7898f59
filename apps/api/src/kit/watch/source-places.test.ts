import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inSources } from './source-places.ts'

let folder: string
const source = ['type Text = string', '', 'export function fail(text: Text): never {', '  throw new Error(text)', '}', '']

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'larder-places-'))
  writeFileSync(join(folder, 'failing.ts'), source.join('\n'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function stackOf(sourcemap: 'hidden' | false, name: string): Promise<string> {
  const built = await rolldown({ input: join(folder, 'failing.ts') })
  await built.write({ file: join(folder, name), sourcemap })
  const { fail } = await import(pathToFileURL(join(folder, name)).href)
  try {
    return fail('so it is')
  } catch (error) {
    return (error as Error).stack ?? ''
  }
}

test('a stack names the line of the source', async () => {
  const stack = await stackOf('hidden', 'mapped.js')
  expect(stack).toContain('mapped.js')
  const told = inSources(stack)
  expect(told).toContain(`${join(folder, 'failing.ts')}:4:`)
  expect(told).not.toContain('mapped.js')
  expect(told).toContain('Error: so it is')
})

test('what no map tells of stays as it is', async () => {
  const stack = await stackOf(false, 'unmapped.js')
  expect(inSources(stack)).toBe(stack)
})

test('a map that is none changes nothing, and fails nothing', async () => {
  const stack = await stackOf(false, 'wrong.js')
  writeFileSync(join(folder, 'wrong.js.map'), 'no map')
  expect(inSources(stack)).toBe(stack)
})

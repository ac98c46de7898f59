import { appendFileSync, cpSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ROOT } from './program.ts'
import { fingerprintSources } from './web-build.ts'

let elsewhere: string

beforeEach(() => {
  elsewhere = mkdtempSync(join(tmpdir(), 'larder-web-build-'))
  for (const path of ['apps/web/src/main.tsx', 'apps/web/src/app', 'apps/web/index.html', 'package-lock.json'])
    cpSync(join(ROOT, path), join(elsewhere, path), { recursive: true })
})

afterEach(() => rmSync(elsewhere, { recursive: true, force: true }))

test('a tree that was moved or copied is made of the same', () => {
  const before = fingerprintSources(elsewhere)
  const moved = `${elsewhere}-moved`
  renameSync(elsewhere, moved)
  elsewhere = moved
  expect(fingerprintSources(moved)).toBe(before)
})

test('a source that changed or has another name makes another web app; a test does not', () => {
  const before = fingerprintSources(elsewhere)
  cpSync(join(elsewhere, 'apps/web/src/main.tsx'), join(elsewhere, 'apps/web/src/main.test.tsx'))
  expect(fingerprintSources(elsewhere)).toBe(before)
  appendFileSync(join(elsewhere, 'apps/web/index.html'), ' ')
  const changed = fingerprintSources(elsewhere)
  expect(changed).not.toBe(before)
  renameSync(join(elsewhere, 'apps/web/src/main.tsx'), join(elsewhere, 'apps/web/src/start.tsx'))
  expect(fingerprintSources(elsewhere)).not.toBe(changed)
})

test('each program beside the sources, which decides what is built of them, is one of them', () => {
  const web = join(ROOT, 'apps/web')
  for (const program of readdirSync(web).filter((name) => name.endsWith('.ts'))) {
    const before = fingerprintSources(elsewhere)
    cpSync(join(web, program), join(elsewhere, 'apps/web', program))
    expect(fingerprintSources(elsewhere), program).not.toBe(before)
  }
})

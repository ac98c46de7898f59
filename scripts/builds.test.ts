import { appendFileSync, cpSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BUILDS, fingerprintSources } from './builds.ts'
import { ROOT } from './program.ts'

let elsewhere: string

beforeEach(() => {
  elsewhere = mkdtempSync(join(tmpdir(), 'larder-builds-'))
  for (const path of ['apps/web/src/main.tsx', 'apps/web/src/app', 'apps/web/index.html', 'package-lock.json', 'apps/api/src/boot.ts'])
    cpSync(join(ROOT, path), join(elsewhere, path), { recursive: true })
})

afterEach(() => rmSync(elsewhere, { recursive: true, force: true }))

test('a tree that was moved or copied is made of the same', () => {
  const before = fingerprintSources(BUILDS.web, elsewhere)
  const moved = `${elsewhere}-moved`
  renameSync(elsewhere, moved)
  elsewhere = moved
  expect(fingerprintSources(BUILDS.web, moved)).toBe(before)
})

test('a source that changed or has another name makes another web app; a test does not', () => {
  const before = fingerprintSources(BUILDS.web, elsewhere)
  cpSync(join(elsewhere, 'apps/web/src/main.tsx'), join(elsewhere, 'apps/web/src/main.test.tsx'))
  expect(fingerprintSources(BUILDS.web, elsewhere)).toBe(before)
  appendFileSync(join(elsewhere, 'apps/web/index.html'), ' ')
  const changed = fingerprintSources(BUILDS.web, elsewhere)
  expect(changed).not.toBe(before)
  renameSync(join(elsewhere, 'apps/web/src/main.tsx'), join(elsewhere, 'apps/web/src/start.tsx'))
  expect(fingerprintSources(BUILDS.web, elsewhere)).not.toBe(changed)
})

test.each(Object.values(BUILDS))(
  'each program beside the sources of $folder, which decides what is built of them, is one of them',
  (build) => {
    const programs = readdirSync(join(ROOT, build.folder)).filter((name) => name.endsWith('.ts'))
    expect(programs).not.toEqual([])
    for (const program of programs) {
      const before = fingerprintSources(build, elsewhere)
      cpSync(join(ROOT, build.folder, program), join(elsewhere, build.folder, program))
      expect(fingerprintSources(build, elsewhere), program).not.toBe(before)
    }
  },
)

import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { BUILDS, fingerprintSources, isBuilt, stampBuilt } from './builds.ts'
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

describe('what was built', () => {
  const dist = (name = '') => join(elsewhere, 'apps/web/dist', name)

  beforeEach(() => {
    for (const folder of ['assets', '.vite']) mkdirSync(dist(folder), { recursive: true })
    for (const name of ['index.html', 'assets/index-1.js', 'assets/index-1.js.br', '.vite/routes.json']) writeFileSync(dist(name), 'whole')
    stampBuilt(BUILDS.web, elsewhere)
  })

  test('is found, moved as well, beside what others put there, and once it was built again over an earlier one', () => {
    expect(isBuilt(BUILDS.web, elsewhere)).toBe(true)
    stampBuilt(BUILDS.web, elsewhere)
    writeFileSync(dist('.DS_Store'), '')
    const moved = `${elsewhere}-moved`
    renameSync(elsewhere, moved)
    elsewhere = moved
    expect(isBuilt(BUILDS.web, moved)).toBe(true)
  })

  test.each(['index.html', 'assets/index-1.js', 'assets/index-1.js.br', '.vite/routes.json', '.stamp'])(
    'is not there while %s is cut short, empty or missing',
    (name) => {
      for (const spoil of [() => truncateSync(dist(name), 3), () => truncateSync(dist(name)), () => rmSync(dist(name))]) {
        spoil()
        expect(isBuilt(BUILDS.web, elsewhere)).toBe(false)
      }
    },
  )

  test('is not there for an earlier form of the stamp, nor of other sources', () => {
    appendFileSync(join(elsewhere, 'apps/web/index.html'), ' ')
    expect(isBuilt(BUILDS.web, elsewhere)).toBe(false)
    for (const stamp of [fingerprintSources(BUILDS.web, elsewhere), 'null', '1', '{}']) {
      writeFileSync(dist('.stamp'), stamp)
      expect(isBuilt(BUILDS.web, elsewhere), stamp).toBe(false)
    }
  })
})

import { join, posix, win32 } from 'node:path'
import { expect, test } from 'vitest'
import { findChromium, findHeadlessShell, type Machine } from './chromium.ts'
import { ROOT, runProgram } from './program.ts'

const PROGRAM_FILES = {
  PROGRAMFILES: 'C:\\Program Files',
  'PROGRAMFILES(X86)': 'C:\\Program Files (x86)',
  LOCALAPPDATA: 'C:\\Users\\meera\\AppData\\Local',
}

test.each<[NodeJS.Platform, NodeJS.ProcessEnv, string]>([
  ['linux', { PATH: '/usr/local/bin:/usr/bin' }, '/usr/bin/chromium'],
  ['linux', { PATH: '/usr/bin:/opt/google' }, '/opt/google/google-chrome-stable'],
  ['linux', {}, '/home/meera/.cache/ms-playwright/chromium-1208/chrome-linux64/chrome'],
  ['linux', { PLAYWRIGHT_BROWSERS_PATH: '/opt/browsers' }, '/opt/browsers/chromium-1100/chrome-linux/chrome'],
  ['darwin', {}, '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
  ['darwin', {}, '/home/meera/Applications/Chromium.app/Contents/MacOS/Chromium'],
  ['darwin', {}, '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge'],
  ['darwin', { PATH: '/opt/homebrew/bin' }, '/opt/homebrew/bin/chromium'],
  ['darwin', {}, '/home/meera/Library/Caches/ms-playwright/chromium-1208/chrome-mac-arm64/Chromium.app/Contents/MacOS/Chromium'],
  ['win32', PROGRAM_FILES, 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'],
  ['win32', PROGRAM_FILES, 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe'],
  ['win32', PROGRAM_FILES, 'C:\\Users\\meera\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe'],
  ['win32', PROGRAM_FILES, 'C:\\Users\\meera\\AppData\\Local\\ms-playwright\\chromium-1208\\chrome-win64\\chrome.exe'],
])('%s with %o has %s', (platform, env, program) => {
  expect(findChromium(machine(platform, env, [program]))).toBe(program)
})

test('what an operator names comes first', () => {
  expect(findChromium(machine('linux', { CHROMIUM: '/opt/mine', PATH: '/usr/bin' }, ['/usr/bin/chromium', '/opt/mine']))).toBe('/opt/mine')
})

test('a named one that is not there is no reason to take another', () => {
  expect(() => findChromium(machine('linux', { CHROMIUM: '/opt/mine', PATH: '/usr/bin' }, ['/usr/bin/chromium']))).toThrow(
    'CHROMIUM names /opt/mine, which does not exist.',
  )
})

test('without any, the sentence says what to install', () => {
  expect(() => findChromium(machine('linux', { PATH: '/usr/bin' }, []))).toThrow('install one (Debian: "apt-get install chromium")')
})

test('journeys run in the headless shell where it is installed and no browser is named', () => {
  const files = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell']
  const found = (env: NodeJS.ProcessEnv, has = files) => findHeadlessShell(machine('linux', { PATH: '/opt:/usr/bin', ...env }, has))
  expect(found({})).toBe('/usr/bin/chromium-headless-shell')
  expect(found({}, ['/usr/bin/chromium'])).toBeUndefined()
  expect(found({ CHROMIUM: '/usr/bin/chromium' })).toBeUndefined()
})

function machine(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, files: string[]): Machine {
  const { sep } = platform === 'win32' ? win32 : posix
  const names = (folder: string) =>
    files.flatMap((file) =>
      file.startsWith(`${folder}${sep}`)
        ? [
            file
              .slice(folder.length + 1)
              .split(sep, 1)
              .join(),
          ]
        : [],
    )
  return { platform, env, home: '/home/meera', exists: (path) => files.includes(path), list: names }
}

test.each(['all', 'e2e'])('a missing browser is told before anything of "%s" is done', async (plan) => {
  const env = { ...process.env, CHROMIUM: '/nonexistent/chromium' }
  const { code, output } = await runProgram(process.execPath, [join(ROOT, 'scripts/test.ts'), plan], { env })
  expect([code, output]).toEqual([
    1,
    `\n── browser\n\n── failed\n✗ browser\n    CHROMIUM names ${env.CHROMIUM}, which does not exist.\n\n0 passed, 1 failed\n`,
  ])
})

import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { posix, win32 } from 'node:path'
import { runProgram } from './program.ts'

/** What the search asks of the machine. */
export type Machine = {
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
  home: string
  exists: (path: string) => boolean
  /** The names in a folder; none when there is no such folder. */
  list: (folder: string) => string[]
}

const ADVICE =
  'The browser journeys need Chromium, Chrome or Edge: install one (Debian: "apt-get install chromium"), or name its program in CHROMIUM.'
const ON_PATH = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge', 'microsoft-edge-stable']
const MAC_APPS = ['Google Chrome', 'Chromium', 'Microsoft Edge']
const WINDOWS_PROGRAMS = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
]
// Below `chromium-<revision>` of its cache; the folder's name differs between architectures and versions.
const OF_PLAYWRIGHT: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: ['chrome'],
  darwin: ['Chromium.app/Contents/MacOS/Chromium', 'Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing'],
  win32: ['chrome.exe'],
}

const thisMachine: Machine = {
  platform: process.platform,
  env: process.env,
  home: homedir(),
  exists: existsSync,
  list: (folder) => (existsSync(folder) ? readdirSync(folder) : []),
}

/** The path of a Chromium: the one named in CHROMIUM, an installed one, or Playwright's own. Throws a sentence that says what to install. */
export function findChromium(machine: Machine = thisMachine): string {
  const named = machine.env.CHROMIUM
  if (named && !machine.exists(named)) throw new Error(`CHROMIUM names ${named}, which does not exist.`)
  const found = named || [...installed(machine), ...ofPlaywright(machine)].find(machine.exists)
  if (!found) throw new Error(ADVICE)
  return found
}

/** The path of Chromium's headless shell, which most journeys run in: none where a browser is named in CHROMIUM, or it is not installed. */
export function findHeadlessShell({ platform, env, exists }: Machine = thisMachine): string | undefined {
  if (env.CHROMIUM || platform === 'win32') return undefined
  return onPath(env, ['chromium-headless-shell']).find(exists)
}

/** Installs Debian's Chromium and its headless shell when they are not there and we are root: for a machine that is there to judge a commit. */
export async function installChromium(): Promise<void> {
  if (process.env.CHROMIUM || process.getuid?.() !== 0 || findHeadlessShell()) return void findChromium()
  process.stdout.write('Installing Chromium for the browser journeys …\n')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await runProgram('apt-get', ['update', '-q'], { env })
  const install = (...names: string[]) => runProgram('apt-get', ['install', '-q', '-y', '--no-install-recommends', ...names], { env })
  const { output } = await install('chromium', 'chromium-headless-shell')
  // A browser is enough; the shell takes less of the processor.
  if (!findHeadlessShell()) await install('chromium')
  try {
    findChromium()
  } catch {
    throw new Error(`${ADVICE}\n${output}`)
  }
}

function installed({ platform, env, home }: Machine): string[] {
  const { join } = platform === 'win32' ? win32 : posix
  if (platform === 'win32') {
    const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter((root) => root !== undefined)
    return roots.flatMap((root) => WINDOWS_PROGRAMS.map((program) => join(root, program)))
  }
  const apps = ['/Applications', join(home, 'Applications')].flatMap((folder) =>
    MAC_APPS.map((app) => join(folder, `${app}.app/Contents/MacOS/${app}`)),
  )
  const programs = onPath(env, ON_PATH)
  return platform === 'darwin' ? [...programs, ...apps] : programs
}

function onPath({ PATH = '' }: NodeJS.ProcessEnv, names: readonly string[]): string[] {
  return PATH.split(posix.delimiter).flatMap((folder) => names.map((name) => posix.join(folder, name)))
}

function ofPlaywright({ platform, env, home, list }: Machine): string[] {
  const { join } = platform === 'win32' ? win32 : posix
  const usual = { darwin: join(home, 'Library/Caches'), win32: env.LOCALAPPDATA ?? join(home, 'AppData\\Local') }
  const cache = env.PLAYWRIGHT_BROWSERS_PATH || join(usual[platform as keyof typeof usual] ?? join(home, '.cache'), 'ms-playwright')
  const revisions = list(cache).filter((name) => /^chromium-\d+$/.test(name))
  return revisions.flatMap((revision) =>
    list(join(cache, revision)).flatMap((folder) =>
      (OF_PLAYWRIGHT[platform] ?? []).map((program) => join(cache, revision, folder, program)),
    ),
  )
}

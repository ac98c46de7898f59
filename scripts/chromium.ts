import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runProgram } from './program.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const ADVICE = 'The browser journeys need a Chromium: install one (Debian: "apt-get install chromium") or name it in CHROMIUM.'

/** The path of a Chromium: the one named in CHROMIUM, the system's, or Debian's, which root gets installed. */
export async function findChromium(): Promise<string> {
  const named = process.env.CHROMIUM
  if (named && !existsSync(named)) throw new Error(`CHROMIUM names ${named}, which does not exist.`)
  const found = named || lookForChromium()
  if (found) return found
  if (process.getuid?.() !== 0 || !lookFor('apt-get')) throw new Error(ADVICE)
  process.stdout.write('Installing Chromium for the browser journeys …\n')
  await runProgram('apt-get', ['update', '-q'])
  const { output } = await runProgram('apt-get', ['install', '-q', '-y', '--no-install-recommends', 'chromium'], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  const installed = lookForChromium()
  if (!installed) throw new Error(`${ADVICE}\n${output}`)
  return installed
}

function lookForChromium(): string | undefined {
  return NAMES.map(lookFor).find((path) => path !== undefined)
}

function lookFor(program: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path))
}

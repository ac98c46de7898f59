import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, runProgram } from './program.ts'

const WEB = join(ROOT, 'apps/web')
const STAMP = join(WEB, 'dist/.stamp')
const SOURCES = [
  'apps/web/src',
  'apps/web/public',
  'apps/web/index.html',
  'apps/web/vite.config.ts',
  'packages/contract/src',
  'package-lock.json',
]

/** Builds the web app unless what it is made of is what the last build was made of. Returns whether it built. */
export async function buildWebApp(): Promise<boolean> {
  const fingerprint = fingerprintSources()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint) return false
  const { code, output } = await runProgram('vite', ['build', '--logLevel', 'warn'], { cwd: WEB })
  if (code !== 0) throw new Error(`The web app could not be built:\n${output}`)
  writeFileSync(STAMP, fingerprint)
  return true
}

function fingerprintSources(): string {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    const path = join(ROOT, source)
    if (!existsSync(path)) continue
    for (const file of listFiles(path)) hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function listFiles(path: string): string[] {
  if (statSync(path).isFile()) return [path]
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
  return files.map((entry) => join(entry.parentPath, entry.name)).sort()
}

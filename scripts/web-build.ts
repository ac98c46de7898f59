import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { hasTool, ROOT, runTool } from './program.ts'

const WEB = join(ROOT, 'apps/web')
const STAMP = join(WEB, 'dist/.stamp')
const SOURCES = [
  'apps/web/src',
  'apps/web/public',
  'apps/web/index.html',
  'apps/web/package.json',
  'apps/web/own-permissions.ts',
  'apps/web/prefetch-script.ts',
  'apps/web/route-preloads.ts',
  'apps/web/vite.config.ts',
  'apps/web/without-descriptions.ts',
  'packages/contract/src',
  'package-lock.json',
]

/** Builds the web app unless it is built from these sources. Returns whether it built. */
export async function buildWebApp(): Promise<boolean> {
  if (isWebAppBuilt()) return false
  if (!hasTool('vite'))
    throw new Error(
      'The web app is not built from these sources, and its build tools are not installed: run "npm ci", then "npm run build".',
    )
  // A test that builds must not get React's build for development.
  const env = { ...process.env, NODE_ENV: 'production' }
  const { code, output } = await runTool('vite', ['build', '--logLevel', 'warn'], { cwd: WEB, env })
  if (code !== 0) throw new Error(`The web app could not be built:\n${output}`)
  writeFileSync(STAMP, fingerprintSources(ROOT))
  return true
}

/** Throws when the built web app is not there, or not made of these sources. */
export function refuseUnbuiltWebApp(): void {
  if (!isWebAppBuilt()) throw new Error('The web app is not built from these sources: run "npm run build" first.')
}

function isWebAppBuilt(): boolean {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprintSources(ROOT)
}

/** What the web app of a repository at `root` is made of, as one text: the same wherever that folder lies. */
export function fingerprintSources(root: string): string {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    for (const file of listFiles(join(root, source))) {
      const name = relative(root, file).replaceAll(sep, '/')
      hash.update(name).update('\0').update(readFileSync(file)).update('\0')
    }
  }
  return hash.digest('hex')
}

function listFiles(path: string): string[] {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
  return files.map((entry) => join(entry.parentPath, entry.name)).sort()
}

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { hasTool, ROOT, runTool, type Tool } from './program.ts'

/** What is made of sources before the product runs: into `dist` of its folder, with a stamp of what it was made of and what came of it. */
type Build = { folder: string; tool: Tool; args: string[]; sources: string[] }

const shared = ['packages/contract/src', 'package-lock.json']

export const BUILDS = {
  web: {
    folder: 'apps/web',
    tool: 'vite',
    args: ['build', '--logLevel', 'warn'],
    sources: [
      'apps/web/src',
      'apps/web/public',
      'apps/web/index.html',
      'apps/web/compile-ahead.ts',
      'apps/web/package.json',
      'apps/web/own-permissions.ts',
      'apps/web/prefetch-script.ts',
      'apps/web/route-preloads.ts',
      'apps/web/vite.config.ts',
      'apps/web/without-descriptions.ts',
      ...shared,
    ],
  },
  api: {
    folder: 'apps/api',
    tool: 'rolldown',
    args: ['--config', 'rolldown.config.ts', '--logLevel', 'warn'],
    sources: ['apps/api/src', 'apps/api/package.json', 'apps/api/rolldown.config.ts', ...shared],
  },
} as const satisfies Record<string, Build>

/** Builds what is not built from these sources. Returns whether there was anything to build. */
export async function buildProduct(): Promise<boolean> {
  const unbuilt = Object.values<Build>(BUILDS).filter((build) => !isBuilt(build))
  for (const build of unbuilt) await run(build)
  return unbuilt.length > 0
}

/** Throws when what is built is not there as a whole, or not made of these sources. */
export function refuseUnbuilt(): void {
  if (Object.values(BUILDS).some((build) => !isBuilt(build)))
    throw new Error('Larder is not built from these sources: run "npm run build" first.')
}

async function run(build: Build): Promise<void> {
  const { folder, tool, args } = build
  if (!hasTool(tool))
    throw new Error('Larder is not built from these sources, and its build tools are not installed: run "npm ci", then "npm run build".')
  // Of before the build: a source that is changed meanwhile may not be in it.
  const sources = fingerprintSources(build, ROOT)
  // A test that builds must not get React's build for development.
  const env = { ...process.env, NODE_ENV: 'production' }
  const { code, output } = await runTool(tool, args, { cwd: join(ROOT, folder), env })
  if (code !== 0) throw new Error(`${folder} could not be built:\n${output}`)
  stampBuilt(build, ROOT, sources)
}

/** Whether what is built is there as it was built, and was built from these sources. */
export function isBuilt(build: Build, root = ROOT): boolean {
  const stamp = readStamp(build, root)
  return stamp !== null && isWhole(distOf(build, root), stamp.files) && stamp.sources === fingerprintSources(build, root)
}

/** `files` by their names, with their sizes: a file that is missing or cut short is met at once, and a start need not read them all. */
type Stamp = { sources: string; files: Record<string, number> }

/** Notes what was built of which sources; the last that a build writes. */
export function stampBuilt(build: Build, root = ROOT, sources = fingerprintSources(build, root)): void {
  const dist = distOf(build, root)
  rmSync(stampOf(dist), { force: true })
  const files = Object.fromEntries(listFiles(dist).map((file) => [nameIn(dist, file), statSync(file).size]))
  writeFileSync(stampOf(dist), JSON.stringify({ sources, files } satisfies Stamp))
}

// One that is itself cut short says nothing.
function readStamp(build: Build, root: string): Stamp | null {
  const stamp = stampOf(distOf(build, root))
  if (!existsSync(stamp)) return null
  const text = readFileSync(stamp, 'utf8')
  try {
    return JSON.parse(text) as Stamp
  } catch {
    return null
  }
}

// What lies there besides does no harm.
function isWhole(dist: string, files: Stamp['files'] = {}): boolean {
  return Object.entries(files).every(([name, size]) => statSync(join(dist, name), { throwIfNoEntry: false })?.size === size)
}

const distOf = ({ folder }: Build, root: string) => join(root, folder, 'dist')
const stampOf = (dist: string) => join(dist, '.stamp')
const nameIn = (folder: string, file: string) => relative(folder, file).replaceAll(sep, '/')

/** What a build of a repository at `root` is made of, as one text: the same wherever that folder lies. */
export function fingerprintSources({ sources }: Build, root: string): string {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of listFiles(join(root, source))) {
      hash.update(nameIn(root, file)).update('\0').update(readFileSync(file)).update('\0')
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

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { areDatabaseTypesCurrent } from './database-types.ts'
import { findImportViolations } from './import-rules.ts'
import type { SourceFile, Violation } from './import-scan.ts'
import { findLeftOut, findRanges, findUnverified } from './lockfile-rules.ts'
import { GIT_OPTIONS, ROOT, runTool, type Tool } from './program.ts'
import { findSourceViolations } from './source-rules.ts'
import { wordViolations } from './word-rules.ts'

/** One thing that can be wrong with the sources: what `run` returns is what is wrong, nothing when all is well. */
export type Check = { name: string; run: () => Promise<string> }

const WORKSPACES = ['packages/contract', 'apps/api', 'apps/web', 'apps/simulator', 'apps/gateway', 'bench', 'e2e', '.']
/** By its folder, each program that the compiler reads: workspaces with the same rules are one, so that what they share is checked once. */
const PROGRAMS = { '.': 'api, simulator and scripts', 'apps/web': 'web', e2e: 'e2e and bench', 'packages/contract': 'contract' }

/** Everything that is checked without running the product, the longest first. */
export const checks: Check[] = [
  ...Object.entries(PROGRAMS).map(([folder, name]) => tool(`types of ${name}`, 'tsc', typeArguments(folder))),
  tool('dead code', 'knip', ['--no-progress', '--no-config-hints']),
  tool('format and lint', 'biome', ['ci', '--error-on-warnings', '--colors=off', '.']),
  { name: 'database types', run: checkDatabaseTypes },
  { name: 'lockfile', run: async () => checkLockfile().join('\n') },
  { name: 'import rules', run: async () => list(findImportViolations(readSources())) },
  { name: 'source rules', run: async () => list(findSourceViolations(readSources())) },
  { name: 'words', run: async () => list(wordViolations(readSources(), readFileSync(join(ROOT, 'CONTEXT.md'), 'utf8'))) },
]

// What has not changed since the last run is not checked again. With a thread for each core every one of them finds out anew what types are
// that several need: all together takes twice the work, and programs run beside each other as it is.
function typeArguments(folder: string): string[] {
  const known = `.cache/types/${folder === '.' ? 'root' : folder.replace('/', '-')}.tsbuildinfo`
  return ['-p', folder, '--pretty', 'false', '--singleThreaded', '--incremental', '--tsBuildInfoFile', known]
}

/** Every TypeScript and JavaScript file of the repository that is or could be committed. */
function readSources(): SourceFile[] {
  const names = execFileSync(
    'git',
    [...GIT_OPTIONS, 'ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '*.ts', '*.tsx', '*.mjs'],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  )
  return names.split('\n').flatMap((path) => {
    const text = path && readIfThere(join(ROOT, path))
    return text ? [{ path, text }] : []
  })
}

// A file that git knows may just have been deleted.
function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function tool(name: string, command: Tool, args: string[]): Check {
  return {
    name,
    run: async () => {
      const { code, output } = await runTool(command, args)
      return code === 0 ? '' : output.trim() || `${command} ended with ${code}`
    },
  }
}

async function checkDatabaseTypes(): Promise<string> {
  return (await areDatabaseTypesCurrent()) ? '' : 'schema.gen.ts is not what the migrations make: run "npm run types"'
}

function checkLockfile(): string[] {
  const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
  const manifests = WORKSPACES.map((workspace) => posix.join(workspace, 'package.json'))
  const lockfile = read('package-lock.json')
  return [...findUnverified(lockfile), ...findLeftOut(lockfile), ...manifests.flatMap((path) => findRanges(path, read(path)))]
}

function list(violations: Violation[]): string {
  return violations.map(({ path, line, message }) => `${path}:${line} ${message}`).join('\n')
}

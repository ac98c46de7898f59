import { chmodSync, chownSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BUILDS } from './builds.ts'
import { type Host, installHost, npmRun } from './newcomer.ts'
import { GIT_OPTIONS, runProgram } from './program.ts'
import { signInAndStop } from './start-proof.ts'
import type { Tally } from './test-reports.ts'

const OLDEST = { npm: '10.9.9', node: '18.20.8' }
const NEWEST = { npm: '12.2.0' }
const NOBODY = 65_534

/** Starts the last commit from fresh checkouts: with the oldest and the newest npm as a newcomer does, and as an operator does. */
export async function runStarts(): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'larder-starts-'))
  // Another account shall get in.
  chmodSync(folder, 0o755)
  let passed = 0
  const failures: string[] = []
  const attempt = async (name: string, act: () => Promise<void>) => {
    const start = performance.now()
    const problem = await act().then(() => '', String)
    if (problem) failures.push(`${name}\n${problem.replaceAll(/^/gm, '    ')}`)
    else passed += 1
    process.stdout.write(`${problem ? '✗' : '✓'} ${name} ${Math.round((performance.now() - start) / 1000)} s\n`)
  }
  try {
    const [oldest, newest] = await Promise.all([installHost(join(folder, 'oldest'), OLDEST), installHost(join(folder, 'newest'), NEWEST)])
    // Side by side: each mostly waits for packages, and then for a database.
    await Promise.all([
      attempt(`npm ci && npm start with npm ${OLDEST.npm} on Node ${OLDEST.node}`, () => startFresh(oldest, join(folder, 'first'), folder)),
      attempt(`npm ci && npm start with npm ${NEWEST.npm} on this Node`, () => startFresh(newest, join(folder, 'second'), folder)),
    ])
    await attempt('npm run build; the built tree, moved, read-only and without development dependencies, starts for an ordinary user', () =>
      startBuilt(oldest, join(folder, 'first'), folder),
    )
  } finally {
    await runProgram('chmod', ['-R', 'u+w', folder])
    rmSync(folder, { recursive: true, force: true })
  }
  return { passed, failures }
}

async function startFresh(host: Host, tree: string, folder: string): Promise<void> {
  await checkOut(tree)
  await succeed(install(host, tree, ['ci']))
  await signInAndStop(host, tree, ['start'], { dataDir: emptyFolder(folder), account: null })
}

async function startBuilt(host: Host, tree: string, folder: string): Promise<void> {
  for (const { folder: of } of Object.values(BUILDS)) rmSync(join(tree, of, 'dist'), { recursive: true })
  await succeed(npmRun(host, tree, ['run', 'build']))
  await succeed(install(host, tree, ['ci', '--omit=dev']))
  const moved = `${tree}-moved`
  renameSync(tree, moved)
  await succeed(runProgram('chmod', ['-R', 'a+rX,a-w', moved]))
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : null
  const dataDir = emptyFolder(folder)
  if (account) chownSync(dataDir, account.uid, account.gid)
  await signInAndStop(host, moved, ['run', 'start:production'], { dataDir, account })
}

/** A fault of npm 10 itself, which gives up on packages that are still on their way and says so: asked once more for that alone. */
async function install(host: Host, tree: string, args: string[]) {
  const first = await npmRun(host, tree, args)
  return first.code !== 0 && first.output.includes('Exit handler never called!') ? npmRun(host, tree, args) : first
}

// What the commit holds and nothing else.
async function checkOut(tree: string): Promise<void> {
  const archive = `${tree}.tar`
  await succeed(runProgram('git', [...GIT_OPTIONS, 'archive', '--output', archive, 'HEAD']))
  mkdirSync(tree)
  await succeed(runProgram('tar', ['-xf', archive, '-C', tree]))
}

function emptyFolder(inside: string): string {
  const path = mkdtempSync(join(inside, 'data-'))
  chmodSync(path, 0o755)
  return path
}

async function succeed(work: Promise<{ code: number; output: string }>): Promise<void> {
  const { code, output } = await work
  if (code !== 0) throw new Error(`ended with ${code}:\n${output.trimEnd().split('\n').slice(-20).join('\n')}`)
}

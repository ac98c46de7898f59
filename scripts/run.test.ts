import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const PACKAGE = `node-${process.platform}-${process.arch}`
const OLD = `data:text/javascript,${encodeURIComponent(
  "Object.defineProperties(process, { version: { value: 'v18.20.8' }, versions: { value: { ...process.versions, node: '18.20.8' } } })",
)}`
const PROGRAM = `import { execFileSync } from 'node:child_process'
const tool: string = execFileSync(import.meta.dirname + '/tool', { encoding: 'utf8' })
console.log(JSON.stringify({ first: process.env.PATH?.split(':')[0], tool: tool.trim(), args: process.argv.slice(2) }))`

let root: string

// An installation as npm 10 leaves it: the package is there, the link in .bin is not.
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'larder-run-test-'))
  mkdirSync(join(root, 'scripts'))
  cpSync(join(import.meta.dirname, 'run.mjs'), join(root, 'scripts/run.mjs'))
  writeFileSync(join(root, 'package.json'), JSON.stringify({ type: 'module', optionalDependencies: { [PACKAGE]: '24.21.0' } }))
  writeFileSync(join(root, 'scripts/program.ts'), PROGRAM)
  writeFileSync(join(root, 'scripts/tool'), '#!/usr/bin/env node\nconsole.log(process.version)')
  chmodSync(join(root, 'scripts/tool'), 0o755)
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

test('an old Node hands over to the one of the lockfile, which needs no link in .bin; tools find it too', () => {
  const folder = installNode()
  const { stdout, status } = run({ node: 'old', args: ['scripts/program.ts', '--orders', '2 0'] })
  expect(JSON.parse(stdout)).toEqual({ first: folder, tool: process.version, args: ['--orders', '2 0'] })
  expect(status).toBe(0)
})

test('a new Node runs the program itself, and its tools', () => {
  const { stdout } = run({ node: 'new', args: ['scripts/program.ts'] })
  expect(JSON.parse(stdout)).toEqual({ first: dirname(process.execPath), tool: process.version, args: [] })
})

test('where the lockfile brings none, a new enough one on the PATH will do', () => {
  const { stdout } = run({ node: 'old', args: ['scripts/program.ts'], path: `/nowhere:${dirname(process.execPath)}:/usr/bin:/bin` })
  expect(JSON.parse(stdout)).toMatchObject({ tool: process.version })
})

test('the exit code is the program’s', () => {
  installNode()
  writeFileSync(join(root, 'scripts/program.ts'), 'process.exit(3)')
  expect(run({ node: 'old', args: ['scripts/program.ts'] }).status).toBe(3)
})

test.each([
  ['runs it', (line: string[]) => line],
  ['runs it through a shell that stays', (line: string[]) => ['/bin/sh', '-c', '"$0" "$@"; exit $?', ...line]],
])('when an npm that %s is killed, the program is asked to end', async (_how, through) => {
  installNode()
  const [started, ended] = [join(root, 'started'), join(root, 'ended')]
  writeFileSync(
    join(root, 'scripts/program.ts'),
    `import { writeFileSync } from 'node:fs'
    process.on('SIGTERM', () => { writeFileSync(${JSON.stringify(ended)}, ''); process.exit() })
    setInterval(() => {}, 1000)
    writeFileSync(${JSON.stringify(started)}, '')`,
  )
  const line = JSON.stringify(through([process.execPath, '--import', OLD, join(root, 'scripts/run.mjs'), 'scripts/program.ts']))
  const npm = spawn(
    process.execPath,
    ['-e', `const [node, ...args] = ${line}; require('child_process').spawn(node, args); setInterval(() => {}, 1000)`],
    { env: { PATH: '/nowhere', npm_lifecycle_event: 'start' } },
  )
  await expect.poll(() => existsSync(started), { timeout: 20_000 }).toBe(true)
  npm.kill('SIGKILL')
  await expect.poll(() => existsSync(ended), { timeout: 20_000 }).toBe(true)
})

test('without any, one sentence says what to do', () => {
  const { stderr, status } = run({ node: 'old', args: ['scripts/program.ts'] })
  expect(stderr).toBe(
    'Larder runs on Node 24 or newer (this is 18.20.8), and it is missing from node_modules: run "npm ci", with optional dependencies.\n',
  )
  expect(status).toBe(1)
})

test('where none can come with it, the sentence says to install one', () => {
  writeFileSync(join(root, 'package.json'), '{ "type": "module", "optionalDependencies": {} }')
  expect(run({ node: 'old', args: ['scripts/program.ts'] }).stderr).toContain('install one from https://nodejs.org')
})

function installNode(): string {
  const bin = join(root, 'node_modules', PACKAGE, 'bin')
  mkdirSync(bin, { recursive: true })
  symlinkSync(process.execPath, join(bin, 'node'))
  return bin
}

function run({ node, args, path = '/nowhere' }: { node: 'old' | 'new'; args: string[]; path?: string }) {
  const preload = node === 'old' ? ['--import', OLD] : []
  return spawnSync(process.execPath, [...preload, join(root, 'scripts/run.mjs'), ...args], {
    encoding: 'utf8',
    env: { PATH: path },
  })
}

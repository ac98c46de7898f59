// Runs a program of this repository on Node 24, whichever Node called us: this file itself has to work on Node 18.
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import * as module from 'node:module'
import { constants } from 'node:os'
import { basename, delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const NEEDED = 24
const PARENT_CHECK_MS = 500
const SHELLS = new Set(['sh', 'dash', 'ash', 'bash', 'zsh', 'ksh'])

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const [program = '', ...args] = process.argv.slice(2)
const path = resolve(root, program)

if (majorOf(process.version) >= NEEDED) {
  offerToTools(process.execPath)
  onNpmGone(() => process.kill(process.pid, 'SIGTERM'))
  process.env.NODE_COMPILE_CACHE ??= join(root, '.cache/compile')
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
  process.argv = [process.argv[0], path, ...args]
  await import(pathToFileURL(path).href)
} else {
  const node = findNode()
  if (node) runOn(node)
  else giveUp()
}

// By the path of its package: which of the packages that bring a program `node` gets the link in `.bin` differs between versions of npm.
function findNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name))
  const packaged = process.platform === 'win32' ? join('bin', name) : 'bin/node'
  return [join(root, 'node_modules', nodePackage(), packaged), ...onPath].find((node) => majorOf(askVersion(node)) >= NEEDED)
}

function nodePackage() {
  return `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
}

function askVersion(node) {
  return spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout ?? ''
}

function majorOf(version) {
  return Number(/^v(\d+)\./.exec(version)?.[1] ?? 0)
}

// What our programs start by name, and what that starts by its first line, shall find the same Node.
function offerToTools(node) {
  process.env.PATH = [dirname(node), process.env.PATH].filter(Boolean).join(delimiter)
}

function runOn(node) {
  offerToTools(node)
  const child = spawn(node, [path, ...args], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1)))
  onNpmGone(() => child.kill('SIGTERM'))
}

// A killed npm tells nobody, and most shells that it runs us through outlive it: we look whether it is still there.
function onNpmGone(act) {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const above = describeProcess(parent)
  const npm = above && SHELLS.has(above.name) ? above.parent : parent
  setInterval(() => (process.ppid !== parent || isGone(npm)) && act(), PARENT_CHECK_MS).unref()
}

function describeProcess(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const end = stat.lastIndexOf(')')
    return { name: stat.slice(stat.indexOf('(') + 1, end), parent: Number(stat.slice(end + 2).split(' ')[1]) }
  } catch {
    const [, above, command] =
      /^\s*(\d+)\s+(.+?)\s*$/.exec(spawnSync('ps', ['-o', 'ppid=,comm=', '-p', pid], { encoding: 'utf8' }).stdout ?? '') ?? []
    return above ? { name: basename(command), parent: Number(above) } : null
  }
}

function isGone(pid) {
  try {
    process.kill(pid, 0)
    return false
  } catch ({ code }) {
    return code === 'ESRCH'
  }
}

function giveUp() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const advice = optionalDependencies[nodePackage()]
    ? 'it is missing from node_modules: run "npm ci", with optional dependencies'
    : `none comes with it for ${process.platform} on ${process.arch}: install one from https://nodejs.org`
  console.error(`Larder runs on Node ${NEEDED} or newer (this is ${process.versions.node}), and ${advice}.`)
  process.exit(1)
}

// Runs a TypeScript program of this repository on the Node 24 that the lockfile brings, whichever Node called us.
import { spawn } from 'node:child_process'
import * as module from 'node:module'
import { constants } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [program = '', ...args] = process.argv.slice(2)
const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')

if (Number(process.versions.node.split('.')[0]) >= 24) {
  module.enableCompileCache(join(root, '.cache/compile'))
  process.argv = [process.argv[0], resolve(root, program), ...args]
  await import(pathToFileURL(resolve(root, program)).href)
} else {
  const child = spawn(join(root, 'node_modules/.bin/node'), [resolve(root, program), ...args], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', () => {
    console.error('Node 24 is missing from node_modules. Run "npm ci" (with optional dependencies) first.')
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1)))
}

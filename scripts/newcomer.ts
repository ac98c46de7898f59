import { mkdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { type Finished, ROOT, runProgram } from './program.ts'

/** A machine as a newcomer has it: which Node the shell finds, and which npm runs on that. */
export type Host = { node: string; npmScript: string }

const OF_NPM = /^npm_(?!config_(?:registry|cache|userconfig|cafile|\w*proxy)$)/i

/** Installs an npm, and a Node unless this one will do, from the registry into `folder`. */
export async function installHost(folder: string, versions: { npm: string; node?: string }): Promise<Host> {
  mkdirSync(folder, { recursive: true })
  const nodePackage = `node-${process.platform}-${process.arch}`
  const packages = [`npm@${versions.npm}`, ...(versions.node ? [`${nodePackage}@${versions.node}`] : [])]
  const { code, output } = await runProgram('npm', ['install', '--prefix', folder, '--no-save', '--ignore-scripts', ...packages], {
    cwd: folder,
    env: environmentOf(process.execPath),
  })
  if (code !== 0) throw new Error(`${packages.join(' and ')} could not be installed:\n${output}`)
  const node = versions.node ? join(folder, 'node_modules', nodePackage, 'bin/node') : process.execPath
  return { node, npmScript: join(folder, 'node_modules/npm/bin/npm-cli.js') }
}

/** Runs the host's npm in a folder to its end. */
export function npmRun(host: Host, cwd: string, args: string[]): Promise<Finished> {
  return runProgram(host.node, [host.npmScript, ...args], { cwd, env: environmentOf(host.node) })
}

/** The environment of a shell that finds this Node first: nothing of the npm that runs us, and no program of this checkout. */
export function environmentOf(node: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !OF_NPM.test(name))
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(ROOT))
  return { ...Object.fromEntries(kept), PATH: [dirname(node), ...folders].join(delimiter) }
}

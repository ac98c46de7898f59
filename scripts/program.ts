import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The repository. */
export const ROOT = join(import.meta.dirname, '..')

/** For every call of git: the checkout may belong to another account than ours. */
export const GIT_OPTIONS = ['-c', 'safe.directory=*']

export type Finished = { code: number; output: string }

type Options = { cwd?: string; env?: NodeJS.ProcessEnv; echo?: boolean }

// By their scripts: the links in `.bin` start whichever Node the PATH names, and on Windows are no programs.
const TOOLS = {
  biome: '@biomejs/biome/bin/biome',
  knip: 'knip/bin/knip.js',
  rolldown: 'rolldown/bin/cli.mjs',
  'kysely-codegen': 'kysely-codegen/dist/cli/bin.js',
  playwright: '@playwright/test/cli.js',
  tsc: 'typescript/bin/tsc',
  vite: 'vite/bin/vite.js',
  vitest: 'vitest/vitest.mjs',
}

/** A development tool of `node_modules`. */
export type Tool = keyof typeof TOOLS

/** Whether a tool is there: an installation without development dependencies has none. */
export function hasTool(tool: Tool): boolean {
  return existsSync(scriptOf(tool))
}

/** Runs a tool to its end, on the Node that we run on, and returns its exit code and everything that it printed. */
export function runTool(tool: Tool, args: string[], options?: Options): Promise<Finished> {
  return runProgram(process.execPath, [scriptOf(tool), ...args], options)
}

/** Runs a program of the system to its end and returns its exit code and everything that it printed; 127 when there is none of that name. */
export async function runProgram(name: string, args: string[], options: Options = {}): Promise<Finished> {
  const { cwd = ROOT, env = process.env, echo = false } = options
  const child = spawn(name, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (echo) process.stdout.write(text)
    })
  }
  const failure = once(child, 'error').then(([error]) => ({ code: 127, output: String(error) }))
  return Promise.race([failure, once(child, 'close').then(([code]) => ({ code: code ?? 1, output }))])
}

/** Starts a Node program beside us. It ends itself when we are gone: its channel and its input close. */
export function startBeside(
  program: string,
  args: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; nodeArgs?: string[] } = {},
): ChildProcess {
  const { cwd = ROOT, env = process.env, nodeArgs = [] } = options
  return spawn(process.execPath, [...nodeArgs, join(ROOT, program), ...args], { cwd, env, stdio: ['pipe', 'inherit', 'inherit', 'ipc'] })
}

function scriptOf(tool: Tool): string {
  return join(ROOT, 'node_modules', TOOLS[tool])
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** The repository. */
export const ROOT = join(import.meta.dirname, '..')

export type Finished = { code: number; output: string }

type Options = { cwd?: string; env?: NodeJS.ProcessEnv; echo?: boolean }

/** Runs an installed program (`vite`, `tsc`, …) to its end and returns its exit code and everything that it printed. */
export async function runProgram(
  name: string,
  args: string[],
  { cwd = ROOT, env = process.env, echo = false }: Options = {},
): Promise<Finished> {
  const path = `${join(ROOT, 'node_modules/.bin')}:${env.PATH}`
  const child = spawn(name, args, { cwd, env: { ...env, PATH: path }, stdio: ['ignore', 'pipe', 'pipe'] })
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

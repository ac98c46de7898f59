import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { Faults, wellBehaved } from './faults.ts'

export interface Options {
  /** Where it keeps what it knows. */
  folder: string
  port: number
  /** What opens it, and what it signs with. */
  secret: string
  seed: string
  faults: Faults
}

const usage = `usage: gateway --folder FOLDER [--port N] [--seed TEXT] [--faults JSON], with GATEWAY_SECRET in the environment
  --port    0, any free one, where it is left out
  --faults  what it does badly, such as {"loseAnswers":0.1,"delayCallbacks":2000}`

const text = { type: 'string' } as const

/** Reads the command line and the environment. Throws with the usage when it can't. */
export function readOptions(args: readonly string[], environment: Record<string, string | undefined>): Options {
  const { values } = parseOrExplain(args)
  const { folder, port = '0', seed = 'larder', faults = '{}' } = values
  if (!folder) throw explained('--folder is missing')
  if (!/^\d{1,5}$/.test(port)) throw explained('--port must be a number')
  const secret = environment.GATEWAY_SECRET ?? ''
  if (secret.length < 16) throw explained('GATEWAY_SECRET is missing, or has fewer than 16 characters')
  const given = z.safeParse(Faults, { ...wellBehaved, ...parseJson(faults) })
  if (!given.success) throw explained(`--faults: ${z.prettifyError(given.error)}`)
  return { folder, port: Number(port), secret, seed, faults: given.data }
}

function parseOrExplain(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: { folder: text, port: text, seed: text, faults: text } })
  } catch (error) {
    throw explained(error instanceof Error ? error.message : String(error))
  }
}

function parseJson(given: string): object {
  try {
    return JSON.parse(given)
  } catch {
    throw explained('--faults is no JSON')
  }
}

function explained(problem: string): Error {
  return new Error(`${problem}\n${usage}`)
}

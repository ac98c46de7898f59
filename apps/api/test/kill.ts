import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listProcesses } from '../src/db/process-alive.ts'

/** Kills the database server of a data folder and everything that it started, as a power cut of the database would. */
export function killDatabase(dataDir: string): void {
  const postmaster = postmasterOf(dataDir)
  for (const pid of [postmaster, ...childrenOf(postmaster)]) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended with its parent.
    }
  }
}

/** The process of a data folder's database server, as its pid file names it. */
export function postmasterOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])
}

/** The processes that a process started and that still run. */
export function childrenOf(parent: number): number[] {
  return listProcesses().filter((pid) => parentOf(pid) === parent)
}

function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' ? null : Number(parent)
  } catch {
    return null
  }
}

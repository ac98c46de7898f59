import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

/** What a server wrote of itself: `folder` is the cluster's, `host` a socket folder or an address, still empty while it starts. */
export type PidFile = { pid: number; folder: string; port: number; host: string }

/** Where a cluster's server says that it runs. */
export function pidFileOf(cluster: string): string {
  return join(cluster, 'postmaster.pid')
}

/** The pid file of a cluster; null without one, `damaged` when it was cut off while it was written. */
export function readPidFile(cluster: string): PidFile | 'damaged' | null {
  let text: string
  try {
    text = readFileSync(pidFileOf(cluster), 'utf8')
  } catch {
    return null
  }
  const [pid = '', folder = '', , port, socketFolder, address] = text.split('\n')
  if (!/^[1-9]\d*$/.test(pid) || folder === '') return 'damaged'
  return { pid: Number(pid), folder, port: Number(port), host: socketFolder?.trim() || address?.trim() || '' }
}

/**
 * Refuses a cluster whose pid file was written for another folder: it was copied while its server ran, so its parts may be of
 * different moments, which no recovery notices.
 */
export function refuseCopy(cluster: string): void {
  const file = readPidFile(cluster)
  if (file === null || file === 'damaged' || isSameFolder(file.folder, cluster)) return
  throw new Error(
    [
      `${cluster} is a copy of ${file.folder}, taken while its database ran: what was copied first may not fit what was copied last.`,
      'Stop Larder before you copy its data folder.',
      `If the folder was not copied but moved, after Larder was killed, delete ${pidFileOf(cluster)} and start again.`,
    ].join('\n'),
  )
}

function isSameFolder(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other)
  } catch {
    return one === other
  }
}

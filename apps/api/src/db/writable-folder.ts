import { existsSync, mkdirSync, mkdtempSync, rmdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

const REASONS: Record<string, string> = {
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  EROFS: 'it is read-only',
  ENOTDIR: 'that is no folder',
  ENOENT: 'no folder can be made there',
}
// A full disk is no matter of the place: what needs room says so, and waits for it.
const FULL = new Set(['ENOSPC', 'EDQUOT'])

/** Makes a folder unless it is there. Throws a sentence that names `variable`, the folder and what to do when nothing can be written into it. */
export function ensureWritableFolder(folder: string, variable: string): void {
  try {
    ensureFolder(folder)
    rmdirSync(mkdtempSync(join(folder, '.writable-')))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (FULL.has(code) && existsSync(folder)) return
    const reason = REASONS[code] ?? (error instanceof Error ? error.message : String(error))
    throw new Error(`${variable} is ${folder}, but ${reason}: let this account write there, or name another folder with ${variable}.`)
  }
}

// One by one: Node's own way of making all that are missing never ends where a parent, as /proc, is there and takes none.
function ensureFolder(folder: string): void {
  if (!existsSync(folder)) {
    if (dirname(folder) !== folder) ensureFolder(dirname(folder))
    try {
      mkdirSync(folder)
    } catch (error) {
      // Of two processes that make it at the same moment, one is first.
      if (!existsSync(folder)) throw error
    }
  }
  if (!statSync(folder).isDirectory()) throw Object.assign(new Error('no folder'), { code: 'ENOTDIR' })
}

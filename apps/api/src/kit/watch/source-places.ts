import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const place = /((?:file:\/\/|\/|[A-Za-z]:\\)[^\s()]+\.js):(\d+):(\d+)/
// What was sent to us may stand in the message of an error: no frame is that long.
const LONGEST_FRAME = 1000
const maps = new Map<string, SourceMap>()

/** The same stack, told by the lines of our sources where it tells those of what was built from them. Each map is read at the first error of its file. */
export function inSources(stack: string): string {
  return stack.split('\n').map(inSource).join('\n')
}

function inSource(frame: string): string {
  if (!frame.startsWith('    at ') || frame.length > LONGEST_FRAME || frame.includes('node_modules')) return frame
  return frame.replace(place, (told, file: string, line: string, column: string) => {
    const path = file.startsWith('file:') ? fileURLToPath(file) : file
    const found = mapOf(path)?.findOrigin(Number(line), Number(column))
    return found && 'fileName' in found ? `${resolve(dirname(path), found.fileName)}:${found.lineNumber}:${found.columnNumber}` : told
  })
}

// A frame may name any file, since an error may quote what was sent: only maps that are there are remembered, and one that is none is let be.
function mapOf(path: string): SourceMap | null {
  const known = maps.get(path)
  if (known || !existsSync(`${path}.map`)) return known ?? null
  try {
    const map = new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')))
    maps.set(path, map)
    return map
  } catch {
    return null
  }
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}
type Manifest = Record<string, Chunk>

/** Kilobytes of 1024 bytes. */
interface Size {
  raw: number
  gzip: number
  brotli: number
}

/** The JavaScript and styles that a path needs before its screen stands. */
export interface RouteSize extends Size {
  path: string
  files: number
}

/** What each path of the route table loads, from the build in `dist`: the page's entry, the layout, the screen, and all they import. */
export function measureRoutes(dist: string): RouteSize[] {
  const manifest = readJson<Manifest>(join(dist, '.vite/manifest.json'))
  const routes = readJson<Record<string, string[]>>(join(dist, '.vite/routes.json'))
  const sizes = new Map<string, Size>()
  const sizeOf = (file: string) => {
    const size = sizes.get(file) ?? measureFile(join(dist, file))
    sizes.set(file, size)
    return size
  }
  return Object.entries(routes).map(([path, modules]) => {
    const files = filesOf(manifest, ['index.html', ...modules])
    return { path, files: files.size, ...sum([...files].map(sizeOf)) }
  })
}

/** The scripts that a path needs before its screen stands, by their names in `dist`. */
export function scriptsOf(dist: string, path: string): string[] {
  const modules = readJson<Record<string, string[]>>(join(dist, '.vite/routes.json'))[path] ?? []
  const files = filesOf(readJson<Manifest>(join(dist, '.vite/manifest.json')), ['index.html', ...modules])
  return [...files].filter((file) => file.endsWith('.js'))
}

/**
 * Kilobytes, gzip, that a path may need before its screen stands. A path that comes to more has something in it that opens at a press or is
 * for other screens: see decision 0043 before a figure here grows.
 */
export function largestRoute(path: string): number {
  if (path === '/login') return 155
  return /^\/order\/(?:\w+\/)?view$/.test(path) ? 235 : 278
}

/** The size of some files of the build, named as they are asked for. */
export function measureFiles(dist: string, files: readonly string[]): Size {
  return sum(files.map((file) => measureFile(join(dist, file))))
}

function sum(sizes: readonly Size[]): Size {
  const total = { raw: 0, gzip: 0, brotli: 0 }
  for (const { raw, gzip, brotli } of sizes) {
    total.raw += raw
    total.gzip += gzip
    total.brotli += brotli
  }
  return total
}

function filesOf(manifest: Manifest, keys: readonly string[], found = new Set<string>()): Set<string> {
  for (const key of keys) {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`the build's manifest has no ${key}`)
    if (found.has(chunk.file)) continue
    found.add(chunk.file)
    for (const style of chunk.css ?? []) found.add(style)
    filesOf(manifest, chunk.imports ?? [], found)
  }
  return found
}

function measureFile(file: string): Size {
  const bytes = readFileSync(file)
  return {
    raw: bytes.length / 1024,
    gzip: gzipSync(bytes, { level: 9 }).length / 1024,
    brotli: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length / 1024,
  }
}

function readJson<T>(file: string): T {
  if (!existsSync(file)) throw new Error(`${file} is missing: build the web app first`)
  return JSON.parse(readFileSync(file, 'utf8')) as T
}

/** The table as text, largest last. */
export function formatRoutes(routes: readonly RouteSize[]): string {
  const rows = routes
    .toSorted((a, b) => a.gzip - b.gzip)
    .map(({ path, files, raw, gzip, brotli }) => [path, String(files), raw.toFixed(1), gzip.toFixed(1), brotli.toFixed(1)])
  const head = ['path', 'files', 'raw kB', 'gzip kB', 'brotli kB']
  const widths = head.map((word, column) => Math.max(word.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ')
  return [head, ...rows].map(line).join('\n')
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(formatRoutes(measureRoutes(join(import.meta.dirname, '../../apps/web/dist'))))
}

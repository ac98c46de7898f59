import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface ManifestChunk {
  file: string
  imports?: string[]
  css?: string[]
  /** What its styles name: fonts and pictures. */
  assets?: string[]
  isEntry?: boolean
}
type Manifest = Record<string, ManifestChunk>

/** The app's one page, per address. */
export interface WebPages {
  /** `path` decides which screen's files are announced; `nonce` goes wherever the page asks for one. */
  render(path: string, nonce: string): string
  /** SHA-256 in base64 of each script that stands in the page itself. */
  scriptHashes: readonly string[]
}

const noncePlace = '__CSP_NONCE__'

/**
 * Reads `index.html`, the build's manifest and `.vite/routes.json` (`{ "/orders/:id": ["src/…/order.screen.tsx"] }`, patterns of the
 * route table to the modules that the screen needs). Without the latter only what the page names itself is loaded ahead.
 */
export function readWebPages(webRoot: string): WebPages {
  const html = readFileSync(join(webRoot, 'index.html'), 'utf8')
  const manifest = readJson<Manifest>(join(webRoot, '.vite', 'manifest.json')) ?? {}
  const routes = readJson<Record<string, string[]>>(join(webRoot, '.vite', 'routes.json')) ?? {}
  const matchers = Object.entries(routes).map(([pattern, modules]) => ({
    matches: pathMatcher(pattern),
    links: linksOf(manifest, modules, html),
  }))
  return {
    scriptHashes: [...html.matchAll(/<script>(.+?)<\/script>/gs)].map(([, script = '']) =>
      createHash('sha256').update(script).digest('base64'),
    ),
    render(path, nonce) {
      const links = matchers.find(({ matches }) => matches.test(path))?.links ?? ''
      return html.replace('</head>', `${links}</head>`).replaceAll(noncePlace, nonce)
    },
  }
}

function linksOf(manifest: Manifest, modules: readonly string[], html: string): string {
  const closure = new Set<string>()
  for (const module of modules) closureOf(manifest, module, closure)
  const files = [...closure].filter((file) => !html.includes(file))
  // A screen's code waits for its styles: they are asked for first.
  return [
    ...files.filter(isStyle).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...files.filter((file) => !isStyle(file)).map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    // Else they are asked for when the first text is laid out, which is laid out again once they are there.
    ...fontsOf(manifest).map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`),
  ].join('')
}

/** The fonts that every page is written in. */
function fontsOf(manifest: Manifest): string[] {
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry)
  return (entry?.assets ?? []).filter((file) => file.endsWith('.woff2'))
}

function isStyle(file: string): boolean {
  return file.endsWith('.css')
}

function closureOf(manifest: Manifest, key: string, files: Set<string>): Set<string> {
  const chunk = manifest[key]
  if (!chunk || files.has(chunk.file)) return files
  files.add(chunk.file)
  for (const style of chunk.css ?? []) files.add(style)
  for (const imported of chunk.imports ?? []) closureOf(manifest, imported, files)
  return files
}

/** Matches the addresses of a pattern such as `/orders/:id`. */
export function pathMatcher(pattern: string): RegExp {
  const parts = pattern.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
  return new RegExp(`^${parts.join('/')}/?$`)
}

function readJson<T>(file: string): T | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null
}

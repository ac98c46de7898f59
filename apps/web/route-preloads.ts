import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

const layout = 'src/app/shell/layout.screen.tsx'
/** What shows the resource of a page, by the kind of page. */
const shownBy: Readonly<Record<string, string[]>> = {
  listPage: ['src/kit/resource/list/list-page.tsx'],
  recordPage: ['src/kit/resource/record/record-page.tsx'],
}

/**
 * Which modules a path needs, read off the texts of the route table: `{ "/order/view": ["src/app/shell/…", "src/features/orders/…"] }`.
 * `folder` is that of the table.
 */
export function modulesByPath(folder: string): Record<string, string[]> {
  const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
  return Object.assign({}, ...texts.map(modulesIn))
}

function modulesIn(table: string): Record<string, string[]> {
  const named = new Map([...table.matchAll(/const (\w+) = \(\) => import\('#([^']+)'\)/g)].map(([, name, module]) => [name, module]))
  const facts = /(?:'[^']+', '[^']+', icons\.\w+, )?/.source
  const rows = [...table.matchAll(new RegExp(`(\\w*[pP]age)\\('(/[^']+)', ${facts}(?:\\(\\) => import\\('#([^']+)'\\)|(\\w+))`, 'g'))]
  return Object.fromEntries(
    rows.map(([, kind = '', path = '', inline, name]) => {
      const module = inline ?? named.get(name)
      if (!module) throw new Error(`the route table's ${path} names no module that can be announced`)
      return [path, [layout, ...(shownBy[kind] ?? []), `src/${module}`]]
    }),
  )
}

/** Writes `.vite/routes.json` beside the manifest: the server announces a path's modules before the page asks for them. */
export function routePreloads(): Plugin {
  let root = ''
  return {
    name: 'route-preloads',
    apply: 'build',
    configResolved(config) {
      root = config.root
    },
    writeBundle({ dir = '' }, bundle) {
      const modules = modulesByPath(join(root, 'src/app/routes'))
      modules['/login'] = ['src/app/plain/login.screen.tsx']
      writeFileSync(join(dir, '.vite', 'routes.json'), JSON.stringify(modules))
      nameInManifest(join(dir, '.vite', 'manifest.json'), new Set(Object.values(modules).flat()), Object.values(bundle), root)
    },
  }
}

/** A module that others import too is in a file of several, which the manifest knows by the file alone: there it is named as well. */
function nameInManifest(path: string, modules: ReadonlySet<string>, outputs: readonly Rolldown.OutputBundle[string][], root: string): void {
  const manifest = JSON.parse(readFileSync(path, 'utf8'))
  const chunks = outputs.filter((output) => output.type === 'chunk')
  for (const module of modules) {
    if (manifest[module]) continue
    const holding = chunks.find(({ moduleIds }) => moduleIds.some((id) => relative(root, id) === module))
    if (!holding) throw new Error(`the build has no ${module}`)
    manifest[module] = manifest[`_${basename(holding.fileName)}`]
  }
  writeFileSync(path, JSON.stringify(manifest))
}

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

/** Writes `.vite/routes.json` beside the manifest, in its names: the server announces a path's modules before the page asks for them. */
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
      const keyOf = manifestKeys(Object.values(bundle), root)
      const keys = Object.entries(modules).map(([path, its]) => [path, its.map(keyOf)])
      writeFileSync(join(dir, '.vite', 'routes.json'), JSON.stringify(Object.fromEntries(keys)))
    },
  }
}

/** The manifest's name of the file that has a module: by the module where the file is its own, by the file where others import it too. */
function manifestKeys(outputs: readonly Rolldown.OutputBundle[string][], root: string): (module: string) => string {
  const chunks = outputs.filter((output) => output.type === 'chunk')
  return (module) => {
    if (chunks.some(({ facadeModuleId }) => facadeModuleId && relative(root, facadeModuleId) === module)) return module
    const holding = chunks.find(({ moduleIds }) => moduleIds.some((id) => relative(root, id) === module))
    if (!holding) throw new Error(`the build has no ${module}`)
    return `_${basename(holding.fileName)}`
  }
}

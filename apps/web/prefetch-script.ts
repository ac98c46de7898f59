import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

const place = '<!--prefetch-->'

/**
 * Builds `src/api/prefetch.ts` as a file of its own and puts it into the page's head, where it waits for no other file: the page's policy lets no
 * script stand in the page itself.
 */
export function prefetchScript(): Plugin {
  let script = { fileName: '', source: '' }
  let root = ''
  return {
    name: 'prefetch-script',
    apply: 'build',
    configResolved(config) {
      root = config.root
    },
    async buildStart() {
      const source = await bundled(join(root, 'src/api/prefetch.ts'))
      script = { fileName: `assets/prefetch-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`, source }
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace(place, `<script async src="/${script.fileName}"></script>`),
    },
    generateBundle() {
      this.emitFile({ type: 'asset', ...script })
    },
  }
}

async function bundled(input: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, target: 'es2022', modulePreload: false, rolldownOptions: { input, output: { format: 'iife' } } },
  })
  const [output] = 'output' in built ? built.output : []
  if (output?.type !== 'chunk') throw new Error(`${input} could not be built`)
  return output.code
}

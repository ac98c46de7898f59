import { join } from 'node:path'
import { build, type Plugin } from 'vite'

const place = '<!--prefetch-->'

/** Builds `src/api/prefetch.ts` into the page's head, where it waits for no file: the page's policy names it by its hash, which the server reads off the page. */
export function prefetchScript(): Plugin {
  let root = ''
  return {
    name: 'prefetch-script',
    apply: 'build',
    configResolved(config) {
      root = config.root
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const script = await bundled(join(root, 'src/api/prefetch.ts'))
        return html.replace(place, () => `<script>${script}</script>`)
      },
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

import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { routePreloads } from './route-preloads.ts'

/** Files by their paths below `src`, and whole packages; with each comes all that it imports. */
function files(...paths: string[]): RegExp {
  return new RegExp(paths.map((path) => (path.startsWith('@') ? `/node_modules/${path}/` : `/src/${path}\\.tsx?$`)).join('|'))
}

/** What the sign-in shares with others: beside anything else it would bring that along. */
const signIn = files('app/plain/(?:password-field|plain-field)')
/** What a list of orders is made of. */
const page = files(
  'app/shell/(?:header|sidebar|live|snack-bar-host|shell-keys)',
  'kit/(?:actions/ask-host|cells/columns|cells/order-status|filters/filters|layout/card|layout/figure)',
  'kit/resource/(?:known-resources|list-screen|prepare-rows)',
  'features/orders/(?:orders\\.resource|order-path)',
)
/** What the page of a record adds to that, and the declaration of one with a form. */
const record = files(
  'kit/(?:actions/action-bar|cells/pictured|map/map|panels/panels)',
  'kit/fields/(?:backdrop|choice-fields|field|hours-fields|map-fields|picture-field)',
  'kit/resource/(?:actions-of|draft|edit-at-of|history-panel|last-change|record-layout|use-record)',
  '@tabler/icons-react',
  // Small, and shared with a form by chance: it would bring the form along.
  'resources/rider',
)
/** What is typed into, and what floats around it. */
const form = files(
  'kit/fields/(?:field-row|fields-form|hours-input|lines-input|use-contract-form)',
  'kit/filters/one-of-input',
  'kit/layout/dialog',
  'kit/resource/(?:form-dialog|form-screen)',
)

export default defineConfig({
  plugins: [
    react(),
    babel({ presets: [reactCompilerPreset()] }),
    routePreloads(),
    compression({ algorithms: ['gzip', 'brotliCompress'], exclude: [/\.vite\//, /\.html$/, /\.woff2$/] }),
  ],
  build: {
    target: 'es2022',
    manifest: true,
    sourcemap: false,
    outDir: 'dist',
    emptyOutDir: true,
    // The page's policy refuses fonts and styles out of data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Few files, and none that a list does not need: react, store, contract and router are one, shell and list with all that they
            // import another, what a record's page adds a third; forms and the component library come after what is read, and the rest goes
            // with those who share it. Left alone, a list comes in 51 files. Measured with bench/src/bundle.ts.
            { name: 'base', tags: ['$initial'] },
            { name: 'sign-in', test: signIn },
            { name: 'page', test: page },
            { name: 'record', test: record },
            { name: 'library', test: /node_modules\/@(?:mui\/(?!x-)|emotion\/)/ },
            { name: 'form', test: form },
            { name: 'common', minShareCount: 4 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 20_000 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:4000', '/socket.io': { target: 'http://127.0.0.1:4000', ws: true } } },
})

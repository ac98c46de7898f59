import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { routePreloads } from './route-preloads.ts'

/** What a list of orders is made of; with each comes all that it imports. */
const pageModules = new RegExp(
  [
    'app/shell/(?:header|sidebar|live|snack-bar-host|shell-keys)',
    'kit/(?:actions/ask-host|cells/columns|cells/order-status|filters/filters|layout/card|layout/figure)',
    'kit/resource/(?:list-screen|prepare-rows)',
    'features/orders/(?:orders\\.resource|order-path)',
  ]
    .map((path) => `/src/${path}\\.tsx?$`)
    .join('|'),
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
    // Seven kilobytes in all: one request instead of three before a list.
    cssCodeSplit: false,
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
            // import another, the component library comes after the rows, and the rest goes with those who share it. Left alone, a list comes
            // in 51 files. Measured with bench/src/bundle.ts.
            { name: 'base', tags: ['$initial'] },
            { name: 'page', test: pageModules },
            { name: 'library', test: /node_modules\/@(?:mui\/(?!x-)|emotion)\// },
            { name: 'common', minShareCount: 4 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 20_000 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:4000', '/socket.io': { target: 'http://127.0.0.1:4000', ws: true } } },
})

import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { routePreloads } from './route-preloads.ts'

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
            // What every page needs is one file, what many screens need another, the rest goes with those who share it: left alone, a list
            // comes in 51 files. Measured with bench/src/bundle.ts; other numbers were larger or more files.
            { name: 'base', tags: ['$initial'] },
            { name: 'common', minShareCount: 4 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 20_000 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:4000', '/socket.io': { target: 'http://127.0.0.1:4000', ws: true } } },
})

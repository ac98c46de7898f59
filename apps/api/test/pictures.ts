import { crc32, deflateSync } from 'node:zlib'

interface PngShape {
  width?: number
  height?: number
  /** What IHDR says, where it lies about the pixels. */
  claims?: { width: number; height: number }
  /** Chunks before the pixels: a name of four letters and its bytes. */
  chunks?: readonly [name: string, bytes: Buffer][]
  /** The compressed pixels, where they are not what they should be. */
  pixels?: Buffer
}

/** A PNG in black and white, written by hand: one bit a pixel, so that even a quarter of a thousand million fit into a few kilobytes. */
export function pngOf({ width = 8, height = 8, claims = { width, height }, chunks = [], pixels }: PngShape = {}): Buffer {
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(claims.width, 0)
  head.writeUInt32BE(claims.height, 4)
  head[8] = 1
  const all: readonly [string, Buffer][] = [['IHDR', head], ...chunks, ['IDAT', pixels ?? deflateSync(rows)], ['IEND', Buffer.alloc(0)]]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...all.map(([name, bytes]) => chunkOf(name, bytes))])
}

function chunkOf(name: string, bytes: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), bytes])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(bytes.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'

/** A file of a backup: packed with zstd, its size and checksum as it lies there. */
export interface StoredFile {
  path: string
  bytes: number
  sha256: string
  /** Bytes before it was packed. */
  unpacked: number
}

/** What a backup says of itself: everything that a restore holds it against. */
export interface Manifest {
  format: 1
  madeAt: string
  /** Of the database server; a copy of its files fits no other. */
  serverVersion: string
  withSecrets: boolean
  folders: string[]
  files: StoredFile[]
  /** Rows by table. */
  counts: Record<string, number>
  /** The last seal of the record. */
  lastSeal: { id: number; hash: string } | null
}

const MANIFEST = 'manifest.json'

/** Packs a file into a backup, forced to the disk. Null when it is no longer there: a server at work takes files away. */
export async function store(source: string, archive: string, path: string): Promise<StoredFile | null> {
  const file = await open(source).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  if (!file) return null
  const stored = `${path}.zst`
  await mkdir(dirname(join(archive, stored)), { recursive: true })
  const sum = summing()
  const { size } = await file.stat()
  await pipeline(
    file.createReadStream(),
    createZstdCompress(),
    sum.stream,
    createWriteStream(join(archive, stored), { flush: true, mode: 0o600 }),
  )
  return { path: stored, unpacked: size, ...sum.result() }
}

/** Unpacks a file of a backup. Throws, naming the file, when it is not what was stored. */
export async function unpack(archive: string, stored: StoredFile, target: string): Promise<void> {
  const sum = summing()
  await mkdir(dirname(target), { recursive: true })
  try {
    const unpacked = createWriteStream(target, { flush: true, mode: 0o600 })
    await pipeline(createReadStream(join(archive, stored.path)), sum.stream, createZstdDecompress(), unpacked)
  } catch (error) {
    throw damaged(stored.path, error)
  }
  const { bytes, sha256 } = sum.result()
  if (bytes !== stored.bytes || sha256 !== stored.sha256) throw damaged(stored.path)
}

/** Where a stored file was. */
export function originOf({ path }: StoredFile): string {
  return path.slice(0, -'.zst'.length)
}

/** Writes the manifest with a checksum of its own: the last thing that a backup gets. */
export async function writeManifest(archive: string, manifest: Manifest): Promise<void> {
  const file = await open(join(archive, MANIFEST), 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify({ sha256: sumOf(manifest), manifest }, null, 1)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The manifest of a backup. Throws when there is none, or it is not what was written. */
export async function readManifest(archive: string): Promise<Manifest> {
  const text = await readFile(join(archive, MANIFEST), 'utf8').catch((error: unknown) => {
    throw new Error(`${archive} is no backup of Larder: it has no ${MANIFEST}`, { cause: error })
  })
  let read: { sha256: string; manifest: Manifest }
  try {
    read = JSON.parse(text)
  } catch (error) {
    throw damaged(MANIFEST, error)
  }
  if (sumOf(read.manifest) !== read.sha256) throw damaged(MANIFEST)
  if (read.manifest.format !== 1) throw new Error(`${archive} was made by a newer Larder`)
  return read.manifest
}

function sumOf(manifest: Manifest): string {
  return createHash('sha256')
    .update(JSON.stringify(manifest) ?? '')
    .digest('hex')
}

function damaged(path: string, cause?: unknown): Error {
  return new Error(`The backup is damaged: ${path} is not what was stored`, { cause })
}

function summing() {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) }
}

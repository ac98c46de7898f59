import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { pngOf } from './pictures.ts'

/** A file that somebody sends as a picture. `kept`: it holds a good picture beside what it hides, which must not be kept with it. */
export interface HostilePicture {
  name: string
  type: string | null
  bytes: Buffer
  expected: 413 | 415 | 422 | 'kept'
}

const script = '<script>alert(document.domain)</script>'
const php = '<?php system($_GET["c"]); ?>'
const text = (words: string) => Buffer.from(words, 'latin1')
const zip = Buffer.concat([text('PK\x03\x04\x14\0\0\0\0\0'), Buffer.alloc(40), text('PK\x05\x06'), Buffer.alloc(18)])

/** Everything that is sent to break or to misuse what reads pictures. */
export async function hostilePictures(): Promise<HostilePicture[]> {
  const photo = sharp({ create: { width: 64, height: 48, channels: 3, background: '#c04020' } })
  const [png, jpeg, webp, gif, tiff] = await Promise.all([
    photo.clone().png().toBuffer(),
    photo.clone().jpeg().toBuffer(),
    photo.clone().webp().toBuffer(),
    photo.clone().gif().toBuffer(),
    photo.clone().tiff().toBuffer(),
  ])
  const svg = text(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`)
  const html = text(`<!doctype html><html>${script}</html>`)
  const avif = Buffer.concat([text('\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf'), Buffer.alloc(64)])
  return [
    ...otherKinds({ png, jpeg, webp, gif, tiff, svg, html, avif }),
    ...broken({ png, jpeg, webp }),
    ...(await bombs(webp)),
    ...(await polyglots({ png, jpeg, webp, html })),
  ]
}

function otherKinds(files: Record<'png' | 'jpeg' | 'webp' | 'gif' | 'tiff' | 'svg' | 'html' | 'avif', Buffer>): HostilePicture[] {
  const kinds: [name: string, type: string | null, bytes: Buffer][] = [
    ['SVG', 'image/svg+xml', files.svg],
    ['SVG as PNG', 'image/png', files.svg],
    ['HTML', 'text/html', files.html],
    ['HTML as PNG', 'image/png', files.html],
    ['HTML as JPEG', 'image/jpeg', files.html],
    ['GIF', 'image/gif', files.gif],
    ['GIF as PNG', 'image/png', files.gif],
    ['GIF with a script behind its head', 'image/jpeg', text(`GIF89a/*${script}*/=1;`)],
    ['TIFF as JPEG', 'image/jpeg', files.tiff],
    ['AVIF', 'image/avif', files.avif],
    ['AVIF as WebP', 'image/webp', files.avif],
    ['BMP as PNG', 'image/png', Buffer.concat([text('BM'), Buffer.alloc(60)])],
    ['icon as PNG', 'image/png', Buffer.concat([text('\0\0\x01\0\x01\0'), Buffer.alloc(60)])],
    ['PDF as PNG', 'image/png', text('%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj')],
    ['zip as WebP', 'image/webp', zip],
    ['RIFF of sound as WebP', 'image/webp', text('RIFF\x24\0\0\0WAVEfmt ')],
    ['program as PNG', 'image/png', Buffer.concat([text('\x7fELF\x02\x01\x01'), Buffer.alloc(60)])],
    ['PHP as JPEG', 'image/jpeg', text(php)],
    ['ImageMagick script as JPEG', 'image/jpeg', text("push graphic-context\nfill 'url(https://x/|id)'\npop graphic-context")],
    ['plain text', 'text/plain', text('hello')],
    ['JSON', 'application/json', text('{"bytes":"iVBORw0KGgo="}')],
    ['form with a picture', 'multipart/form-data; boundary=x', Buffer.concat([text('--x\r\n\r\n'), files.png, text('\r\n--x--')])],
    ['no type', null, files.png],
    ['a path for a type', 'image/png/../../../etc/passwd', files.png],
    ['PNG as JPEG', 'image/jpeg', files.png],
    ['JPEG as PNG', 'image/png', files.jpeg],
    ['WebP as PNG', 'image/png', files.webp],
    ['UTF-8 mark before a PNG', 'image/png', Buffer.concat([text('\xef\xbb\xbf'), files.png])],
    ['a line feed before a JPEG', 'image/jpeg', Buffer.concat([text('\n'), files.jpeg])],
  ]
  return kinds.map(([name, type, bytes]) => ({ name, type, bytes, expected: 415 }))
}

function broken({ png, jpeg, webp }: Record<'png' | 'jpeg' | 'webp', Buffer>): HostilePicture[] {
  const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)
  const wrongCheck = Buffer.from(png)
  wrongCheck.writeUInt32BE(0, 29)
  const files: [name: string, type: string, bytes: Buffer][] = [
    ['nothing', 'image/png', Buffer.alloc(0)],
    ['the first bytes of a PNG', 'image/png', png.subarray(0, 8)],
    ['the first bytes of a JPEG', 'image/jpeg', jpeg.subarray(0, 3)],
    ['the first bytes of a WebP', 'image/webp', webp.subarray(0, 12)],
    ['half a PNG', 'image/png', half(png)],
    ['half a JPEG', 'image/jpeg', half(jpeg)],
    ['half a WebP', 'image/webp', half(webp)],
    ['PNG without a width', 'image/png', pngOf({ claims: { width: 0, height: 8 } })],
    ['PNG with a wrong checksum', 'image/png', wrongCheck],
    ['PNG of noise', 'image/png', pngOf({ pixels: Buffer.alloc(64, 7) })],
    ['PNG with fewer rows than it says', 'image/png', pngOf({ height: 8, claims: { width: 8, height: 4000 } })],
    ['PNG head before HTML', 'image/png', Buffer.concat([png.subarray(0, 33), text(script)])],
    ['JPEG head before PHP', 'image/jpeg', Buffer.concat([jpeg.subarray(0, 20), text(php)])],
    ['zeros behind the first bytes of a JPEG', 'image/jpeg', Buffer.concat([text('\xff\xd8\xff'), Buffer.alloc(100_000)])],
  ]
  return files.map(([name, type, bytes]) => ({ name, type, bytes, expected: 422 }))
}

async function bombs(webp: Buffer): Promise<HostilePicture[]> {
  const extended = Buffer.concat([
    text('RIFF\0\0\0\0WEBPVP8X'),
    Buffer.from([10, 0, 0, 0, 0, 0, 0, 0, 0xff, 0x3f, 0, 0xff, 0x3f, 0]),
    webp.subarray(12),
  ])
  extended.writeUInt32LE(extended.length - 8, 4)
  const wide = await sharp({ create: { width: 9000, height: 5000, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer()
  const most = { width: 2_147_483_647, height: 2_147_483_647 }
  return [
    { name: 'PNG of 256 million pixels', type: 'image/png', bytes: pngOf({ width: 16_000, height: 16_000 }), expected: 422 },
    { name: 'PNG that says it is endless', type: 'image/png', bytes: pngOf({ claims: most }), expected: 422 },
    { name: 'JPEG of 45 million pixels', type: 'image/jpeg', bytes: wide, expected: 422 },
    { name: 'WebP that says it has 268 million pixels', type: 'image/webp', bytes: extended, expected: 422 },
    { name: 'ten megabytes and a byte', type: 'image/png', bytes: Buffer.alloc(10 * 1024 * 1024 + 1, pngOf()), expected: 413 },
  ]
}

async function polyglots(files: Record<'png' | 'jpeg' | 'webp' | 'html', Buffer>): Promise<HostilePicture[]> {
  const { png, jpeg, webp, html } = files
  const comment = Buffer.concat([text('\xff\xfe'), lengthOf(php), text(php)])
  const withExif = await sharp(jpeg)
    .withExif({ IFD0: { ImageDescription: script, Copyright: php } })
    .jpeg()
    .toBuffer()
  const profile = (bytes: Buffer): [string, Buffer] => ['iCCP', Buffer.concat([text('icc\0\0'), deflateSync(bytes)])]
  const note: [string, Buffer] = ['zTXt', Buffer.concat([text('Comment\0\0'), deflateSync(Buffer.alloc(50_000_000, script))])]
  const kept: [name: string, type: string, bytes: Buffer][] = [
    ['PNG with a zip behind it', 'image/png', Buffer.concat([png, zip])],
    ['PNG with a page behind it', 'image/png', Buffer.concat([png, html])],
    ['PNG with a script in its notes', 'image/png', pngOf({ chunks: [['tEXt', text(`Comment\0${script}`)]] })],
    ['PNG with 50 megabytes of notes', 'image/png', pngOf({ chunks: [note] })],
    ['PNG with a script for a colour profile', 'image/png', pngOf({ chunks: [profile(text(script))] })],
    ['PNG with 50 megabytes of colour profile', 'image/png', pngOf({ chunks: [profile(Buffer.alloc(50_000_000))] })],
    ['JPEG with PHP in a comment', 'image/jpeg', Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])],
    ['JPEG with a script in its EXIF', 'image/jpeg', withExif],
    ['JPEG with a page behind it', 'image/jpeg', Buffer.concat([jpeg, html])],
    ['WebP with PHP behind it', 'image/webp', Buffer.concat([webp, text(php)])],
    ['PNG of one pixel', 'image/png', pngOf({ width: 1, height: 1 })],
    ['PNG of one row of 30,000', 'image/png', pngOf({ width: 30_000, height: 1 })],
    ['capitals and parameters in the type', 'IMAGE/PNG; name="../../x.php"', png],
  ]
  return kept.map(([name, type, bytes]) => ({ name, type, bytes, expected: 'kept' }))
}

function lengthOf(words: string): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(words.length + 2)
  return length
}

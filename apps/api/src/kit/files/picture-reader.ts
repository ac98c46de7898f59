import sharp, { type Sharp } from 'sharp'
import type { Unread } from './reader.ts'

/** A picture as it is kept; sizes in pixels. */
export interface Picture {
  bytes: Uint8Array
  small: Uint8Array
  width: number
  height: number
}

export interface PictureRead {
  picture: Picture
}

const LONGEST = 1600
const LONGEST_SMALL = 160
/** As many as the best cameras of phones make. */
const MOST_PIXELS = 40_000_000

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'] })

// A program of its own, started for one picture: bytes come in, a picture or a refusal goes out.
process.once('disconnect', () => process.exit())
process.once('message', async (bytes: Uint8Array) => {
  process.send?.(await read(bytes), () => process.disconnect())
})

async function read(bytes: Uint8Array): Promise<PictureRead | Unread> {
  try {
    // The head alone is read here: whoever sends a bomb learns what is wrong with it.
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (width * height > MOST_PIXELS)
      return { refusal: `has ${width} by ${height} pixels; at most ${MOST_PIXELS / 1e6} million are allowed` }
    const input = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' }).autoOrient()
    const { data, info } = await shrunk(input, LONGEST).toBuffer({ resolveWithObject: true })
    const small = await shrunk(sharp(data), LONGEST_SMALL).toBuffer()
    return { picture: { bytes: data, small, width: info.width, height: info.height } }
  } catch {
    return { refusal: 'is damaged or in an unsupported format' }
  }
}

function shrunk(image: Sharp, longest: number): Sharp {
  return image.resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true }).webp({ quality: 82 })
}

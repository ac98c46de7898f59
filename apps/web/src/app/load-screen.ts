import type { ScreenModule } from '#kit/visit.ts'

/** Milliseconds that a page's code may take to arrive (specification, section 9). */
export const chunkTimeout = 120_000

/** A page's code did not arrive: the network, or a version that is gone since an update. */
export class ChunkLoadError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ChunkLoadError'
  }
}

/** Loads a page's code; after 120 s, or when it can't be had, with a `ChunkLoadError`. */
export async function loadScreen(load: () => Promise<ScreenModule>, timeout = chunkTimeout): Promise<ScreenModule> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new ChunkLoadError(`the page did not load within ${timeout / 1000} s`)), timeout)
  try {
    return await Promise.race([load(), promise])
  } catch (cause) {
    throw cause instanceof ChunkLoadError ? cause : new ChunkLoadError('the page could not be loaded', cause)
  } finally {
    clearTimeout(timer)
  }
}

/** Milliseconds that a page's code may take to arrive (specification, section 9). */
export const chunkTimeout = 120_000

/** A page's code did not arrive: the network, or a version that is gone since an update. */
export class ChunkLoadError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ChunkLoadError'
  }
}

/** Loads code that a page needs; after 120 s, or when it can't be had, with a `ChunkLoadError`. */
export async function loadCode<T>(load: () => Promise<T>, timeout = chunkTimeout): Promise<T> {
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

/** Milliseconds after which code that did not come is asked for once more. */
const retryMs = 5000

/** Loads code that the page can do without for the time being, however often it has to be asked for; that it did not come is said once, on the console. */
export async function patiently<T>(load: () => Promise<T>): Promise<T> {
  for (let isTold = false; ; isTold = true) {
    try {
      return await load()
    } catch (cause) {
      if (!isTold) console.error('What comes once the page stands could not be loaded ahead', cause)
      await nextChance()
    }
  }
}

/** Waits until the browser is online again, or a moment. */
export function nextChance(): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(resolve, retryMs)
    addEventListener('online', resolve, { once: true })
  })
}

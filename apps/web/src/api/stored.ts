/**
 * Keeps a text on this device, where it can: a browser whose storage is full forgets it, and nothing else breaks for it. Returns whether it is kept.
 */
export function keepStored(storage: Storage, key: string, text: string): boolean {
  try {
    storage.setItem(key, text)
    return true
  } catch (cause) {
    console.warn(`${key} could not be kept on this device`, cause)
    return false
  }
}

/** Whether this browser lets the page keep anything at all: to be asked before anything is read, for where site data is blocked that fails as well. */
export function canStore(): boolean {
  try {
    return Boolean(localStorage) && Boolean(sessionStorage)
  } catch {
    return false
  }
}

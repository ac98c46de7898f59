import { forgetReads } from './prefetched.ts'
import { keepStored } from './stored.ts'

const key = 'accessToken'

/** The stored token, or null (specification, section 9: local storage, `accessToken`). */
export function storedToken(): string | null {
  return localStorage.getItem(key)
}
/** Where storage is full, what else is kept there makes room. */
export function storeToken(token: string): void {
  forgetReads()
  if (keepStored(localStorage, key, token)) return
  localStorage.clear()
  localStorage.setItem(key, token)
}
/** Whether somebody signed out in another tab. Where a session is over all of the storage is cleared, which names no key. */
export function isTokenGone({ key: of, newValue }: StorageEvent): boolean {
  return of === key && newValue === null
}
export function forgetToken(): void {
  forgetReads()
  localStorage.removeItem(key)
}

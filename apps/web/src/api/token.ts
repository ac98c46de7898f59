import { forgetReads } from './prefetched.ts'

const key = 'accessToken'

/** The stored token, or null (specification, section 9: local storage, `accessToken`). */
export function storedToken(): string | null {
  return localStorage.getItem(key)
}
export function storeToken(token: string): void {
  forgetReads()
  localStorage.setItem(key, token)
}
export function forgetToken(): void {
  forgetReads()
  localStorage.removeItem(key)
}

const key = 'accessToken'

/** The stored token, or null (specification, section 9: local storage, `accessToken`). */
export function storedToken(): string | null {
  return localStorage.getItem(key)
}
export function storeToken(token: string): void {
  localStorage.setItem(key, token)
}
export function forgetToken(): void {
  localStorage.removeItem(key)
}

const key = 'larder.email'

/** The address that signed in here last; nothing else of a sign-in is remembered. */
export function rememberedEmail(): string {
  return localStorage.getItem(key) ?? ''
}
export function rememberEmail(email: string): void {
  localStorage.setItem(key, email)
}

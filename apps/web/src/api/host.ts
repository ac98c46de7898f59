/** The API's origin: the page's own unless the server put another one into the page (`<meta name="api-host">`). */
export function apiHost(): string {
  const configured = document.querySelector<HTMLMetaElement>('meta[name="api-host"]')?.content
  return configured ? configured.replace(/\/$/, '') : location.origin
}

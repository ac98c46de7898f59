/**
 * The path of a request as the router reads it: of a whole address what follows the host, and decoded but for what separates.
 * Nothing may be decided by the address as it was sent, or `/%61pi` is the API to the router and a page to us.
 */
export function pathOf(url: string): string {
  const [sent = ''] = url.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)
  return decode(sent) || '/'
}

// An encoded percent sign stays one: else what it stands before would be decoded twice.
function decode(path: string): string {
  try {
    return decodeURI(path.replaceAll('%25', '%2525'))
  } catch {
    return path
  }
}

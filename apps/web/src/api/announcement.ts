const named = 3

/** What the snackbar says of orders that became known together: the one, or how many and the first few. */
export function announcementOf(contents: readonly string[]): string {
  if (contents.length <= 1) return contents[0] ?? ''
  const rest = contents.length - named
  return `${contents.length} new orders while you were offline: ${contents.slice(0, named).join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`
}

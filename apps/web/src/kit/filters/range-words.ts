const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const words = (day: string) => (day ? dayFormat.format(Date.parse(`${day}T00:00:00Z`)) : '…')

/** "Nov 3 – Nov 9". */
export function rangeWords(from: string, to: string): string {
  return from === to ? words(from) : `${words(from)} – ${words(to)}`
}

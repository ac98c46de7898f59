import { type Conventions, type Format, formatOf } from '@larder/contract'

let current = formatOf({ numbers: 'en-IN', dates: 'en-US', clock: '12-hour' })

/** How this process writes numbers, amounts, days and times in what it tells people: as its installation does, of which it serves one. */
export function format(): Format {
  return current
}

/** Takes over the installation's conventions; called whenever its settings are read. */
export function adoptConventions(conventions: Conventions): void {
  current = formatOf(conventions)
}

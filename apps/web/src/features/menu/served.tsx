import { type Item, itemStateLabels, type OpeningHours } from '@larder/contract'
import { custom } from '#kit/cells/columns.tsx'
import { hoursWords, OpeningHoursText } from '#kit/cells/hours-text.tsx'
import { StatusChip, styleStatuses } from '#kit/cells/status-style.tsx'

/** What it means that a part of a menu has no hours of its own, and that a day of its week has none. */
export const servedWords = { none: 'Whenever the store is open', noneOfDay: 'Not served' } as const

interface Timed {
  schedule: OpeningHours | null
}

/** The hours in which an item, or those of a category, are sold. */
export const served = custom<Timed>('schedule', 'Served', ({ schedule }) => <OpeningHoursText hours={schedule} none={servedWords.none} />, {
  width: 176,
  grows: true,
  text: ({ schedule }) => hoursWords(schedule, servedWords.none),
})

const styles = styleStatuses(itemStateLabels, { available: 'good', low: 'warning', 'sold-out': 'bad', snoozed: 'info' })
const ownHours = ['available', 'low']

/** How an item stands on the menu, and that this is not its hour where nothing else keeps it from being sold. */
function standing({ state, servedNow }: Pick<Item, 'state' | 'servedNow'>) {
  const style = styles[state]
  return servedNow || !ownHours.includes(state) ? style : ({ label: `${style.label}, not at this hour`, tone: 'warning' } as const)
}

export const itemStanding = {
  ...custom<Pick<Item, 'state' | 'servedNow'>>('state', 'State', (item) => <StatusChip style={standing(item)} />, {
    width: 216,
    text: (item) => standing(item).label,
  }),
  isState: true,
}

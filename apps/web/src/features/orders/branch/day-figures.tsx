import { type BranchDayFigures, keysOf, Money } from '@larder/contract'
import { custom } from '#kit/cells/columns.tsx'
import { RowsTable } from '#kit/cells/rows-table.tsx'
import { format } from '#kit/format.ts'
import { Text } from '#kit/layout/text.tsx'
import { FewRows } from '#kit/resource/list/few-rows.tsx'

type Key = keyof BranchDayFigures

/** A day's figures as people call them, in the order in which they are read. */
export const figureLabels: Readonly<Record<Key, string>> = {
  orders: 'Orders placed',
  delivered: 'Delivered',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
  failed: 'Failed',
  later: 'For a later day',
  value: 'Value delivered',
  refunded: 'Refunds done',
  collected: 'Cash collected for these orders',
  deposited: 'Cash deposited on the day',
  held: 'Cash held at its end',
}
export const figureKeys = keysOf(figureLabels)

interface Line {
  key: Key
  kept: number | Money
  now: number | Money | null
}

/** A figure in words, as its history has it too. */
export function figureText(figure: unknown): string {
  const amount = Money.safeParse(figure)
  return amount.success ? format().money(amount.data) : format().number(Number(figure))
}

const minorOf = (figure: number | Money) => (typeof figure === 'number' ? figure : figure.minor)

/** Of a closed day, what is another figure now: booked late, put right, or closed with a wrong one. */
export function differencesOf(kept: BranchDayFigures, now: BranchDayFigures): Key[] {
  return figureKeys.filter((key) => minorOf(kept[key]) !== minorOf(now[key]))
}

function differenceWords({ kept, now }: Line): string {
  if (now === null) return ''
  const minor = minorOf(now) - minorOf(kept)
  if (minor === 0) return ''
  const size = typeof kept === 'number' ? Math.abs(minor) : { ...kept, minor: Math.abs(minor) }
  return `${minor < 0 ? '−' : '+'}${figureText(size)}`
}

const what = custom<Line>('key', 'Figure', ({ key }) => figureLabels[key], { text: ({ key }) => figureLabels[key] })
const keptColumn = (label: string) =>
  custom<Line>('kept', label, ({ kept }) => figureText(kept), { align: 'right', text: ({ kept }) => figureText(kept) })
const nowText = ({ now }: Line) => (now === null ? '…' : figureText(now))
const nowColumn = custom<Line>('now', 'Now', nowText, { align: 'right', text: nowText })
const difference = custom<Line>(
  'difference',
  'Difference',
  (line) => (
    <Text size={13} weight={600} tone="bad">
      {differenceWords(line)}
    </Text>
  ),
  { align: 'right', text: differenceWords },
)

/** The figures of a day as they stand; of a closed one beside those that were kept. */
export function DayFigures({ label, kept, now }: { label: string; kept: BranchDayFigures; now?: BranchDayFigures | null }) {
  const lines = figureKeys.map((key): Line => ({ key, kept: kept[key], now: now?.[key] ?? null }))
  const shown = { label, rows: lines, keyOf: ({ key }: Line) => key }
  if (now === undefined) return <RowsTable {...shown} columns={[what, keptColumn('Now')]} />
  return <FewRows {...shown} columns={[what, keptColumn('When closed'), nowColumn, difference]} titleOf={({ key }) => figureLabels[key]} />
}

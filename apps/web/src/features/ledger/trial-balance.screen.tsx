import { type LedgerBalance, ledgerAccountContract, misbookedOrderContract, moneySum } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { TaskButton } from '#kit/actions/task-button.tsx'
import { Alert } from '#kit/feedback/alert.tsx'
import { useFormat } from '#kit/format.ts'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { ListScreen } from '#kit/resource/list/list-screen.tsx'
import { prepareRows } from '#kit/resource/rows/prepare-rows.ts'
import { filtersOf, useRows } from '#kit/resource/rows/use-rows.ts'
import type { Prepare } from '#kit/visit.ts'
import { Misbooked, openMisbooked } from './misbooked.tsx'
import { trialBalance } from './trial-balance.resource.tsx'

export const prepare: Prepare = (visit) => {
  visit.read(ledgerAccountContract.progress, {})
  visit.read(misbookedOrderContract.list, openMisbooked)
  visit.read(misbookedOrderContract.last, {})
  prepareRows(trialBalance)(visit)
}

/** Every account with what it stands at, and that all of them come to nothing. */
export default function TrialBalanceScreen() {
  return (
    <ListScreen
      resource={trialBalance}
      room={[56, 116]}
      toolbar={<TaskButton endpoint={misbookedOrderContract.check} label="Check now" failed="Nothing was checked" />}
    >
      <Stack gap={1}>
        <Booking />
        <Misbooked />
        <Sums />
      </Stack>
    </ListScreen>
  )
}

/** How far the orders of before the ledger are booked, while they are. */
function Booking() {
  const { data, error } = useRead(ledgerAccountContract.progress, {})
  if (!data && !error) return <span className="bone" style={{ width: 320 }} />
  if (!data || data.percent === 100) return null
  return (
    <Alert tone="info">
      Earlier orders are being booked: {data.percent} % of them so far. Until they all are, balances are those of a part of them.
    </Alert>
  )
}

/** Debits against credits in each currency; only where every account is on the page. */
function Sums() {
  const { page, asked } = useRows(trialBalance, {}, filtersOf(trialBalance, {}))
  if (!page || page.next !== null || asked.q || page.rows.length === 0) return null
  const currencies = [...new Set(page.rows.map(({ currency }) => currency))]
  return currencies.map((currency) => (
    <Sum key={currency} currency={currency} rows={page.rows.filter((row) => row.currency === currency)} />
  ))
}

function Sum({ currency, rows }: { currency: string; rows: readonly LedgerBalance[] }) {
  const format = useFormat()
  const sum = (amounts: readonly number[]) =>
    moneySum(
      amounts.reduce((total, minor) => total + minor, 0),
      currency,
    )
  const debits = sum(rows.map(({ closing }) => Math.max(0, closing.minor)))
  const credits = sum(rows.map(({ closing }) => Math.max(0, -closing.minor)))
  const booked = (side: 'debit' | 'credit') => sum(rows.map((row) => row[side].minor))
  const difference = sum([debits.minor, -credits.minor])
  if (difference.minor !== 0) {
    return (
      <Alert tone="error">
        In {currency} debits and credits differ by {format.money(difference)}.
      </Alert>
    )
  }
  return (
    <Text as="p" size={13} tone="muted">
      Balanced: {format.money(debits)} of debit balances, {format.money(credits)} of credit balances. Booked:{' '}
      {format.money(booked('debit'))} of debits, {format.money(booked('credit'))} of credits
    </Text>
  )
}

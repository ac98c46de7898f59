import { type CashDeposit, type CashHolder, cashDepositContract } from '@larder/contract'
import { IconCashBanknote } from '@tabler/icons-react'
import { useCan } from '#kit/access/access.tsx'
import { PlaceLink } from '#kit/access/places.tsx'
import { confirmAction } from '#kit/actions/action.ts'
import { ActionButton } from '#kit/actions/action-bar.tsx'
import { When } from '#kit/cells/when.tsx'
import { customField, moneyField, switchField, textField } from '#kit/fields/fields.tsx'
import { format } from '#kit/format.ts'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { soon } from '#kit/lazily.tsx'

const DifferenceInput = soon(() => import('./difference-input.tsx').then((module) => module.DifferenceInput))

/** Cash that somebody brings is counted against what they hold. What was typed for one count is none of the next: nothing of it is kept. */
const takeIn = confirmAction(cashDepositContract.create, {
  label: 'Take in cash',
  tone: 'primary',
  icon: IconCashBanknote,
  question: ({ name, balance }: CashHolder) => `${name} holds ${format().money(balance)}. Count what is brought.`,
  body: ({ id, holder, balance }: CashHolder) => ({
    ...(holder === 'rider' ? { riderId: id as never } : { storeId: id as never }),
    expected: balance,
    isAll: true,
  }),
  asks: [
    moneyField('counted', { label: 'Counted' }),
    switchField('isAll', { label: 'This is all that they hold', help: 'Otherwise the rest stays with them, and there is no difference.' }),
    customField<'remark', string>('remark', {
      label: 'Why it differs',
      input: (props) => <DifferenceInput {...props} />,
    }),
    textField('broughtBy', { label: 'Brought by', help: 'Where it is somebody else.' }),
  ].map((field) => ({ ...field, isFleeting: true as const })),
  done: ({ name }, _asked, deposit) => {
    const { number, counted } = deposit as CashDeposit
    return `${format().money(counted)} of ${name} taken in: ${number}`
  },
  failed: ({ name }) => `The cash of ${name} was not taken in`,
})

/** What a holder has to deposit, and the way to do it. */
export function ToDeposit({ holder }: { holder: CashHolder }) {
  const { balance, limit, asked } = holder
  const [takesIn, approves] = [useCan('cash.create'), useCan('cash.approve')]
  const isOver = limit !== null && balance.minor >= limit.minor
  if (balance.minor === 0) return <Text tone="muted">Nothing to deposit at present.</Text>
  return (
    <Stack gap={3}>
      <Text as="div" size={28} weight={600} tone={isOver ? 'bad' : 'default'}>
        {format().money(balance)}
      </Text>
      {isOver && <Text tone="bad">At the limit of {format().money(limit)}: no more orders that are paid in cash until a deposit.</Text>}
      {asked && <AskedFor asked={asked} />}
      {approves && !takesIn && <Text tone="muted">You approve differences and reverse deposits: somebody else takes the cash in.</Text>}
      {balance.minor > 0 && !asked && (
        <div>
          <ActionButton action={takeIn} row={holder} />
        </div>
      )}
    </Stack>
  )
}

/** That it was counted, and waits: until somebody decides nothing else of it is taken in. */
function AskedFor({ asked: { id, difference, by, at } }: { asked: NonNullable<CashHolder['asked']> }) {
  const amount = format().money({ ...difference, minor: Math.abs(difference.minor) })
  return (
    <Text tone="warning">
      {by} counted it <When at={at} />, {amount} {difference.minor < 0 ? 'short' : 'over'}, and{' '}
      <PlaceLink entity="approval" id={id}>
        asked for approval
      </PlaceLink>
      . No other cash is taken in before that is decided.
    </Text>
  )
}

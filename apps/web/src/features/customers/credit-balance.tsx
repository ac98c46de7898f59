import { type Customer, walletCreditContract } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { LinkOrText, usePlaces } from '#kit/access/places.tsx'
import { When } from '#kit/cells/when.tsx'
import { Loading } from '#kit/feedback/feedback.tsx'
import { format } from '#kit/format.ts'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'

/** What a customer has in credits, and what of it expires next; it leads to the credits themselves. */
export function CreditBalance({ customerId }: { customerId: Customer['id'] }) {
  const read = useRead(walletCreditContract.balance, { query: { customerId } })
  const { money } = format()
  const path = usePlaces().recordPath('customer', customerId)
  return (
    <Loading read={read}>
      {({ balances, expiresAt, expiring }) => (
        <Stack gap={1}>
          <Text as="div" weight={500}>
            <LinkOrText to={path && `${path}?tab=credits`}>{balances.length > 0 ? balances.map(money).join(', ') : 'No credit'}</LinkOrText>
          </Text>
          {expiresAt && expiring && (
            <Text as="div" size={13} tone="muted">
              {money(expiring)} of it expires <When at={expiresAt} />
            </Text>
          )}
        </Stack>
      )}
    </Loading>
  )
}

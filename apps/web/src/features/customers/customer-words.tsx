import { type ConsentChannel, type Customer, consentChannelLabels, customerFlagLabels, keysOf } from '@larder/contract'
import { StatusChip, styleStatuses } from '#kit/cells/status-style.tsx'
import { When } from '#kit/cells/when.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'

const styles = styleStatuses(customerFlagLabels, { watch: 'warning', blocked: 'bad', 'no-cash': 'warning' })

export function flagWords({ flags }: Pick<Customer, 'flags'>): string {
  return flags.map(({ flag }) => customerFlagLabels[flag]).join(', ')
}

/** What staff noted of a customer, as chips. */
export function Flags({ customer }: { customer: Pick<Customer, 'flags'> }) {
  if (customer.flags.length === 0) return <>–</>
  return (
    <Row gap={1}>
      {customer.flags.map(({ flag }) => (
        <StatusChip key={flag} style={styles[flag]} />
      ))}
    </Row>
  )
}

/** Each flag with why it was set, by whom, and until when. */
export function FlagsInFull({ customer }: { customer: Pick<Customer, 'flags'> }) {
  if (customer.flags.length === 0) return <Text tone="muted">None.</Text>
  return (
    <Stack gap={2}>
      {customer.flags.map(({ flag, reason, by, at, until }) => (
        <div key={flag}>
          <StatusChip style={styles[flag]} />
          <Text as="p">{reason}</Text>
          <Text as="p" size={13} tone="muted">
            {by}, <When at={at} />
            {until && (
              <>
                , until <When at={until} />
              </>
            )}
          </Text>
        </div>
      ))}
    </Stack>
  )
}

/** By each channel whether marketing may reach a customer, since when, and where that comes from. */
export function Consents({ customer }: { customer: Pick<Customer, 'consents'> }) {
  const said = new Map(customer.consents.map((consent) => [consent.channel, consent]))
  return (
    <Stack gap={2}>
      {keysOf(consentChannelLabels).map((channel: ConsentChannel) => {
        const consent = said.get(channel)
        return (
          <div key={channel}>
            <Row justify="space-between" isOneLine>
              <Text>{consentChannelLabels[channel]}</Text>
              <Text weight={500} tone={consent?.isGiven ? undefined : 'muted'}>
                {consent ? (consent.isGiven ? 'Agreed' : 'Declined') : 'Not asked'}
              </Text>
            </Row>
            {consent && (
              <Text as="p" size={13} tone="muted">
                {consent.source}, <When at={consent.at} />
              </Text>
            )}
          </div>
        )
      })}
    </Stack>
  )
}

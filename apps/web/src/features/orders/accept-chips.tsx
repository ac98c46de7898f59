import { type OrderCard, orderContract } from '@larder/contract'
import { useWrite } from '#api/client.ts'
import { Box } from '#kit/layout/box.ts'
import { Row } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { useNotify } from '#kit/notify.ts'
import { likelyPrepMinutes, prepChoices } from './order-actions.tsx'

/** Accepts a waiting order with one press: the minutes that it needs. The likely ones stand out. */
export function AcceptChips({ card }: { card: OrderCard }) {
  const [write, { isBusy }] = useWrite(orderContract.accept)
  const notify = useNotify()
  const likely = likelyPrepMinutes(card)
  const accept = async (prepMinutes: number) => {
    const { error } = await write({ params: { id: card.id }, body: { version: card.version, prepMinutes } })
    if (error) notify(error.message, 'error', 8000)
    else notify(`${card.number} accepted, ready in ${prepMinutes} min`)
  }
  return (
    <Row gap={1} role="group" aria-label={`Accept ${card.number}, ready in`}>
      <Text size={12} tone="muted">
        Ready in
      </Text>
      {prepChoices.map((minutes) => (
        <Box
          key={minutes}
          component="button"
          type="button"
          disabled={isBusy}
          data-likely={minutes === likely || undefined}
          aria-label={`Accept, ready in ${minutes} minutes`}
          onClick={() => void accept(minutes)}
          sx={{
            minWidth: 34,
            height: 28,
            px: 1,
            border: 1,
            borderRadius: 0.5,
            font: 'inherit',
            fontSize: 13,
            fontWeight: 600,
            fontVariantNumeric: 'tabular-nums',
            cursor: 'pointer',
            borderColor: minutes === likely ? 'primary.main' : 'divider',
            color: minutes === likely ? 'primary.contrastText' : 'text.primary',
            bgcolor: minutes === likely ? 'primary.main' : 'background.paper',
            '&:hover': { borderColor: 'primary.main' },
            '&:disabled': { opacity: 0.5, cursor: 'default' },
          }}
        >
          {minutes}
        </Box>
      ))}
    </Row>
  )
}

import { type OrderCard, orderContract } from '@larder/contract'
import { useWrite } from '#api/client.ts'
import { Row } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { useNotify } from '#kit/notify.ts'
import { likelyPrepMinutes, prepChoices } from './order-actions.tsx'
import './board.css'

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
        <button
          key={minutes}
          type="button"
          className="accept-chip"
          disabled={isBusy}
          data-likely={minutes === likely || undefined}
          aria-label={`Accept, ready in ${minutes} minutes`}
          onClick={() => void accept(minutes)}
        >
          {minutes}
        </button>
      ))}
    </Row>
  )
}

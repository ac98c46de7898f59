import { boardAt, boardStages, durationText, type FloorReplay, type Instant, keysOf, minutesBetween, type Standing } from '@larder/contract'
import { useOrderStatusStyles } from '#entities/order/order-status.tsx'
import { PlaceLink } from '#kit/access/places.tsx'
import { colourOf } from '#kit/cells/status-style.tsx'
import { Text } from '#kit/layout/text.tsx'
import { lateWords } from './floor-markers.ts'
import '../board.css'

/** The board as it stood at an instant, with the ages of then. */
export function ReplayBoard({ replay, at }: { replay: FloorReplay; at: Instant }) {
  const styleOf = useOrderStatusStyles()
  const board = boardAt(replay.orders, at)
  const stores = new Map(replay.stores.map(({ id, name }) => [id, name]))
  return (
    <section className="board replay-board" aria-label="Board">
      {keysOf(board).map((stage) => (
        <section key={stage} className="stage shown" aria-labelledby={`replay-${stage}`}>
          <div className="stage-head">
            <span aria-hidden style={{ background: colourOf(styleOf(boardStages[stage])) }} />
            <Text as="h2" size={14} weight={600} id={`replay-${stage}`}>
              {styleOf(boardStages[stage]).label}
            </Text>
            <Text size={13} tone="muted">
              {board[stage].length}
            </Text>
          </div>
          <ul aria-labelledby={`replay-${stage}`}>
            {board[stage].map((standing) => (
              <ReplayCard key={standing.order.id} standing={standing} at={at} store={stores.get(standing.order.storeId) ?? ''} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  )
}

function ReplayCard({ standing: { order, since }, at, store }: { standing: Standing; at: Instant; store: string }) {
  const late = lateWords(order.promisedAt, at)
  return (
    <li className={late ? 'board-card late' : 'board-card'}>
      <Text as="div" weight={600} mono>
        <PlaceLink entity="order" id={order.id}>
          {order.number}
        </PlaceLink>
      </Text>
      <Text as="div" size={13} cut>
        {store}
      </Text>
      <Text as="div" size={12} tone={late ? 'bad' : 'muted'}>
        for {durationText(minutesBetween(since, at))}
        {late && `, ${late}`}
      </Text>
    </li>
  )
}

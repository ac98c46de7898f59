import type { OrderBoard } from '@larder/contract'
import { useRef } from 'react'
import { colourOf, type StatusStyle } from '#kit/cells/status-style.tsx'
import { Text } from '#kit/layout/text.tsx'
import { usePressGuard } from '#kit/use-press-guard.ts'
import { BoardCard } from './board-card.tsx'
import './board.css'

type Stage = OrderBoard['columns'][number]

interface BoardColumnProps {
  stage: Stage
  style: StatusStyle
  warnMinutes: number
  current: string | null
  fresh: ReadonlyMap<string, 'new' | 'changed'>
  /** On a phone one stage is shown at a time. */
  isShownOnPhone: boolean
}

/** One stage of the board, oldest first. */
export function BoardColumn({ stage, style, warnMinutes, current, fresh, isShownOnPhone }: BoardColumnProps) {
  const { key, total, cards } = stage
  const id = `stage-${key}`
  const list = useRef<HTMLUListElement>(null)
  const guard = usePressGuard(list, '[data-row]')
  return (
    <section aria-labelledby={id} className={isShownOnPhone ? 'stage shown' : 'stage'}>
      <div className="stage-head">
        <span aria-hidden style={{ background: colourOf(style) }} />
        <Text as="h2" size={14} weight={600} id={id}>
          {style.label}
        </Text>
        <Text size={13} tone="muted">
          {total}
        </Text>
      </div>
      <ul ref={list} aria-labelledby={id} {...guard}>
        {cards.map((card) => (
          <BoardCard
            key={card.id}
            card={card}
            limits={{ warnMinutes }}
            isCurrent={card.id === current}
            isNew={fresh.get(card.id) === 'new'}
          />
        ))}
      </ul>
      {cards.length === 0 && (
        <Text as="p" size={13} tone="muted" align="center">
          {emptyWords[key]}
        </Text>
      )}
      {total > cards.length && (
        <Text as="p" size={12} tone="muted" align="center">
          The {cards.length} oldest of {total}
        </Text>
      )}
    </section>
  )
}

const emptyWords: Record<Stage['key'], string> = {
  pending: 'No pending orders.',
  accepted: 'No accepted orders.',
  preparing: 'No orders in preparation.',
  ready: 'No orders ready.',
  out: 'No orders on the way.',
}

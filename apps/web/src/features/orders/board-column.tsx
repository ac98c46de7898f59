import type { OrderBoard } from '@larder/contract'
import { colourOf, type Look } from '#kit/cells/look.ts'
import { Box } from '#kit/layout/box.ts'
import { Row } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { BoardCard } from './board-card.tsx'

type Stage = OrderBoard['columns'][number]

interface BoardColumnProps {
  stage: Stage
  look: Look
  limits: Pick<OrderBoard, 'warnMinutes' | 'autoRejectMinutes'>
  current: string | null
  fresh: ReadonlyMap<string, 'new' | 'changed'>
  /** On a phone one stage is shown at a time. */
  isShownOnPhone: boolean
}

/** One stage of the board, oldest first. */
export function BoardColumn({ stage, look, limits, current, fresh, isShownOnPhone }: BoardColumnProps) {
  const { key, total, cards } = stage
  const id = `stage-${key}`
  return (
    <Box component="section" aria-labelledby={id} sx={{ minWidth: 0, display: { xs: isShownOnPhone ? 'block' : 'none', md: 'block' } }}>
      <Row gap={2} sx={{ pb: 2, display: { xs: 'none', md: 'flex' } }}>
        <Box aria-hidden sx={{ width: 8, height: 8, borderRadius: '50%', bgcolor: colourOf(look) }} />
        <Text as="h2" size={14} weight={600} id={id}>
          {look.label}
        </Text>
        <Text size={13} tone="muted">
          {total}
        </Text>
      </Row>
      <Box
        component="ul"
        aria-labelledby={id}
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0.5,
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          gap: 2,
          maxHeight: { md: 'calc(100vh - 232px)' },
          overflowY: { md: 'auto' },
        }}
      >
        {cards.map((card) => (
          <BoardCard key={card.id} card={card} limits={limits} isCurrent={card.id === current} isNew={fresh.get(card.id) === 'new'} />
        ))}
      </Box>
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
    </Box>
  )
}

const emptyWords: Record<Stage['key'], string> = {
  pending: 'Nothing waits. New orders come in here by themselves.',
  accepted: 'No accepted order.',
  preparing: 'Nothing is being prepared.',
  ready: 'Nothing waits for its rider.',
  out: 'Nothing is on its way.',
}

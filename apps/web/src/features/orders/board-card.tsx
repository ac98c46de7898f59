import { durationText, noticeWords, type OrderBoard, type OrderCard, saidOf } from '@larder/contract'
import { IconBike, IconDots, IconNote } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { useHeld } from '#api/held.ts'
import { useOrderStatusStyles } from '#entities/order/order-status.tsx'
import { PlaceLink } from '#kit/access/places.tsx'
import { ActionButton, UndoButton } from '#kit/actions/action-bar.tsx'
import { VerticalGlyph } from '#kit/cells/vertical-glyph.tsx'
import { format, useFormat } from '#kit/format.ts'
import { IconButton } from '#kit/layout/button.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { Tip } from '#kit/layout/tip.tsx'
import { soon } from '#kit/lazily.tsx'
import { useNow } from '#kit/use-now.ts'
import { initialsOf } from '#kit/words.ts'
import { ageOf, minutesInStage } from './age.ts'
import { AgeRing } from './age-ring.tsx'
import { slotWords } from './for-slot.ts'
import { actionsOf } from './order-actions.tsx'
import { paymentWords } from './order-words.ts'
import './board.css'

const OutOfStock = soon(() => import('./out-of-stock.tsx').then((module) => module.OutOfStock))
const ClaimActs = soon(() => import('./claim-acts.tsx').then((module) => module.ClaimActs))

interface BoardCardProps {
  card: OrderCard
  limits: Pick<OrderBoard, 'warnMinutes'>
  isCurrent: boolean
  isNew: boolean
}

/** An order on the board: what is needed to act without opening it. Drawn anew where its own order changed, however often the board is read. */
export const BoardCard = memo(OneCard, (before, after) => JSON.stringify(before) === JSON.stringify(after))

function OneCard({ card, limits, isCurrent, isNew }: BoardCardProps) {
  return (
    <li data-row={card.id} className={isNew ? 'board-card row-new' : 'board-card'} aria-current={isCurrent || undefined}>
      <Stack gap={2}>
        <Row gap={2} isOneLine align="start">
          <CardAge card={card} limits={limits} />
          <div className="board-card-who">
            <Text as="div" weight={600} mono>
              <PlaceLink entity="order" id={card.id}>
                {card.number}
              </PlaceLink>
            </Text>
            <Text as="div" size={13} cut>
              {card.store.name}
            </Text>
            <Text as="div" size={12} tone="muted" cut>
              {card.customerName}, {card.orderType === 'pickup' ? 'pick-up' : card.areaName}
            </Text>
          </div>
        </Row>
        <ForSlot card={card} />
        <OverTarget card={card} />
        <Text as="p" size={13}>
          {card.itemSummary}
        </Text>
        <Said card={card} />
        {card.note && (
          <Row gap={1} align="start" isOneLine>
            <IconNote size={16} aria-hidden />
            <Text size={13} weight={500}>
              {card.note}
            </Text>
          </Row>
        )}
        <Row gap={2} justify="space-between">
          <Row gap={2}>
            <VerticalGlyph vertical={card.vertical} />
            <Text size={13} weight={600}>
              {format().money(card.total)}
            </Text>
            <Text size={12} tone={card.paymentState === 'due' ? 'warning' : 'muted'}>
              {paymentWords(card)}
            </Text>
          </Row>
          <Carriers card={card} />
        </Row>
        <CardActs card={card} />
      </Stack>
    </li>
  )
}

function CardAge({ card, limits }: Pick<BoardCardProps, 'card' | 'limits'>) {
  return <AgeRing age={ageOf(card, limits, useNow())} />
}

/** For when it is, where that is not as soon as possible: one that was released ahead of its slot looks like one for now. */
function ForSlot({ card }: { card: OrderCard }) {
  // Drawn again when the person takes another clock.
  useFormat()
  const slot = slotWords(card, useNow())
  return (
    slot && (
      <Text as="p" size={13} weight={600}>
        {slot}
      </Text>
    )
  )
}

/** How long it has been where it is, once that is longer than it should. */
function OverTarget({ card }: { card: OrderCard }) {
  const { label, targetMinutes = null } = useOrderStatusStyles()(card.status)
  const minutes = minutesInStage(card, useNow())
  if (targetMinutes === null || minutes === null || minutes <= targetMinutes) return null
  return (
    <Text as="p" size={12} tone="warning">
      {label} for {durationText(minutes)}, target {durationText(targetMinutes)}
    </Text>
  )
}

/** What its customer said that its packer has to know: cutlery, a cake's message. */
function Said({ card }: { card: OrderCard }) {
  const said = saidOf(card.details)
  const short = noticeWords(card, useNow())
  return (
    <>
      {said.length > 0 && (
        <Text as="p" size={12} tone="muted">
          {said.join(' · ')}
        </Text>
      )}
      {short && (
        <Text as="p" size={12} tone="warning">
          {short}
        </Text>
      )}
    </>
  )
}

/** Who carries it and who has claimed it. */
function Carriers({ card }: { card: OrderCard }) {
  return (
    <Row gap={2}>
      {card.rider && (
        <Row gap={1}>
          <IconBike size={16} aria-hidden />
          <Text size={12} tone="muted">
            {card.rider.name}
          </Text>
        </Row>
      )}
      {card.claimedBy && (
        <Tip text={`${card.claimedBy.name} is handling this order`}>
          <span role="img" aria-label={`Claimed by ${card.claimedBy.name}`} className="claimed">
            {initialsOf(card.claimedBy.name)}
          </span>
        </Tip>
      )}
    </Row>
  )
}

/** Why a card has no likely act, where somebody can do something about it: lines that are not weighed yet. */
function WhyNotOn({ card, isStuck }: { card: OrderCard; isStuck: boolean }) {
  const ready = isStuck && card.allowed.find(({ action, because }) => action === 'markReady' && because !== null)
  if (!ready || card.status !== 'preparing') return null
  return (
    <Text as="p" size={12} tone="warning">
      {ready.because}
    </Text>
  )
}

/** The likely act at once, the others on request: sixty cards don't carry a dozen of them each. */
function CardActs({ card }: { card: OrderCard }) {
  const [isOpen, setOpen] = useState(false)
  const held = useHeld().find(({ id, isSent }) => id === card.id && !isSent)
  if (held) return <UndoButton held={held.key} size="small" />
  const possible = actionsOf(card).filter((act) => isPossible(act.key, card))
  const likely = possible.find(({ tone }) => tone === 'primary')
  const reject = possible.find(({ key }) => key === 'reject')
  const others = possible.filter((act) => act !== likely && act !== reject)
  return (
    <Stack gap={2}>
      <WhyNotOn card={card} isStuck={likely === undefined} />
      {likely?.control?.(card)}
      <Row gap={2} justify="space-between" isOneLine>
        {likely && !likely.control && <ActionButton action={likely} row={card} size="small" isLikely />}
        {reject && <ActionButton action={reject} row={card} size="small" isQuiet />}
        {!likely && !reject && <span />}
        {(others.length > 0 || card.allowed.some(({ action }) => action === 'claim')) && (
          <IconButton
            label={isOpen ? 'Fewer actions' : `More actions for ${card.number}`}
            icon={IconDots}
            size="small"
            expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        )}
      </Row>
      {isOpen && (
        <Row gap={2}>
          {others.map((act) => (
            <ActionButton key={act.key} action={act} row={card} size="small" isQuiet />
          ))}
          <OutOfStock order={card} />
          <ClaimActs order={card} isSmall />
        </Row>
      )}
    </Stack>
  )
}

function isPossible(key: string, { allowed }: OrderCard): boolean {
  return allowed.some(({ action, because }) => action === key && because === null)
}

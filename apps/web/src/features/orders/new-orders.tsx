import { type OrderCard, orderContract } from '@larder/contract'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useRead } from '#api/client.ts'
import { AskHost } from '#kit/actions/ask-host.tsx'
import { isTyping, type KeyName, useDialogKeys } from '#kit/keys.ts'
import { Button } from '#kit/layout/button.tsx'
import { Dialog } from '#kit/layout/dialog.tsx'
import { usePressGuard } from '#kit/use-press-guard.ts'
import { BoardCard } from './board-card.tsx'
import { inStages } from './in-stages.ts'
import './new-orders.css'

/** What waits for an answer, over the whole screen, for whoever prefers that. What one puts aside does not come again. */
export function NewOrders() {
  return (
    <AskHost>
      <Waiting />
    </AskHost>
  )
}

function Waiting() {
  const { data } = useRead(orderContract.board, { query: {} })
  const [aside, setAside] = useState<ReadonlySet<string>>(new Set())
  const cards = data ? (inStages(data).columns.find(({ key }) => key === 'pending')?.cards ?? []) : []
  const waiting = cards.filter(({ id }) => !aside.has(id))
  const isOpen = useOpening(waiting.length > 0)
  if (!data || !isOpen) return null
  return (
    <Dialog
      title={waiting.length === 1 ? '1 new order' : `${waiting.length} new orders`}
      open
      width={640}
      onClose={() => setAside(new Set([...aside, ...waiting.map(({ id }) => id)]))}
      actions={<Button onClick={() => setAside(new Set([...aside, ...waiting.map(({ id }) => id)]))}>Later</Button>}
    >
      <Cards cards={waiting} warnMinutes={data.warnMinutes} />
    </Dialog>
  )
}

function Cards({ cards, warnMinutes }: { cards: readonly OrderCard[]; warnMinutes: number }) {
  const list = useRef<HTMLUListElement>(null)
  // All of it has just come under the pointer.
  const guard = usePressGuard(list, '[data-row]', { isAllNew: true })
  const current = useCardKeys(list, cards)
  return (
    <ul ref={list} className="new-orders" aria-label="New orders" {...guard}>
      {cards.map((card) => (
        <BoardCard key={card.id} card={card} limits={{ warnMinutes }} isCurrent={card.id === current} isNew={false} />
      ))}
    </ul>
  )
}

/** As long as whoever presses a key needs to see that it would be another order's now. */
const guardedMs = 400

/** The keys of the board, here: they move over the cards, do the likely act of one and reject it. Answers the card they stand on: at first the oldest. */
function useCardKeys(list: RefObject<HTMLElement | null>, cards: readonly { id: string }[]): string | null {
  const [chosen, setChosen] = useState<string | null>(null)
  const at = Math.max(
    cards.findIndex(({ id }) => id === chosen),
    0,
  )
  const current = cards[at]?.id ?? null
  const since = useRef(0)
  const moved = useRef<string | null>(null)
  useEffect(() => {
    // Whoever has moved there themselves knows which one it is.
    if (moved.current !== current) since.current = performance.now()
    list.current?.querySelector(`[data-row="${current}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [current, list])
  const move = (by: number) => () => {
    const next = cards[Math.min(Math.max(at + by, 0), cards.length - 1)]?.id ?? null
    moved.current = next
    setChosen(next)
  }
  const press = (name: KeyName) => () => {
    if (performance.now() - since.current < guardedMs) return
    list.current?.querySelector<HTMLElement>(`[data-row="${current}"] [data-key="${name}"]`)?.click()
  }
  useDialogKeys(list, {
    next: move(1),
    previous: move(-1),
    likely: press('likely'),
    reject: press('reject'),
    more: press('more'),
    less: press('less'),
  })
  return current
}

/** Whether there is something to show, once nobody types and no other dialog is open: nobody's words go into what has just come up. */
function useOpening(isWanted: boolean): boolean {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!isWanted) return setOpen(false)
    const open = () => {
      if (!isTyping(document.activeElement)) setOpen(true)
    }
    // Where the focus goes is known once it has left.
    const openLater = () => setTimeout(open)
    open()
    document.addEventListener('focusout', openLater)
    return () => document.removeEventListener('focusout', openLater)
  }, [isWanted])
  return isOpen && isWanted
}

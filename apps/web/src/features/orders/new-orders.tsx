import { type OrderCard, orderContract } from '@larder/contract'
import { useEffect, useRef, useState } from 'react'
import { useRead } from '#api/client.ts'
import { AskHost } from '#kit/actions/ask-host.tsx'
import { isTyping } from '#kit/keys.ts'
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
  const guard = usePressGuard(list, '[data-row]', true)
  return (
    <ul ref={list} className="new-orders" aria-label="New orders" {...guard}>
      {cards.map((card) => (
        <BoardCard key={card.id} card={card} limits={{ warnMinutes }} isCurrent={false} isNew={false} />
      ))}
    </ul>
  )
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

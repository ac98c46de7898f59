import type { FloorMap } from '@larder/contract'
import { Text } from '#kit/layout/text.tsx'
import type { MapDrag } from '#kit/map/shapes.ts'
import { kindOf, recordOf } from './floor-markers.ts'

/** What is dragged at present; `missed` once it was let go over nothing that takes it. */
export type Dragged = MapDrag | 'missed' | null

/** What follows as what is dragged becomes another one, or is let go. */
export function afterDrag(before: Dragged, now: MapDrag | null): Dragged {
  if (now) return now
  return before !== null && before !== 'missed' && before.over === null ? 'missed' : null
}

interface DragHintProps {
  floor: FloorMap
  dragged: Dragged
}

/** How orders are assigned on the map, and while somebody does what letting go would mean. */
export function DragHint({ floor, dragged }: DragHintProps) {
  return (
    <div aria-live="polite">
      <Text as="div" size={13} tone={dragged === null ? 'muted' : 'default'}>
        {wordsOf(floor, dragged)}
      </Text>
    </div>
  )
}

const howTo = 'Drag a rider onto an order, or an order onto a rider, to assign it.'

function wordsOf(floor: FloorMap, dragged: Dragged): string {
  if (dragged === null) return howTo
  if (dragged === 'missed') return `Let go over nothing that takes it: nothing is assigned. ${howTo}`
  const { held, over } = dragged
  const [order, rider] = kindOf(held) === 'order' ? [held, over] : [over, held]
  const number = floor.orders.find(({ id }) => order && id === recordOf(order))?.number
  const name = floor.riders.find(({ id }) => rider && id === recordOf(rider))?.name
  if (number && name) return `Let go to assign ${name} to ${number}.`
  return number ? `Let go over the rider who is to carry ${number}.` : `Let go over the order that ${name ?? 'this rider'} is to carry.`
}

import type { Slot } from '@larder/contract'
import { format } from '#kit/format.ts'
import { Button } from '#kit/layout/button.tsx'
import { Text } from '#kit/layout/text.tsx'

/** A problem of a quote, by the field that can change it. */
interface Problem {
  field: string
  message: string
}

/** Whether another hour may mend what stands in an order's way. */
export const isOfSlot = ({ field }: Problem): boolean => field.split('.')[0] === 'slot'

interface SlotOfferProps {
  quote: { problems: readonly Problem[]; nextSlot: Slot | null } | undefined
  timeZone: string
  onTake: (slot: Slot) => void
}

/** Where an order cannot be had for when it is asked, why, and the first slot for which it can: one press asks for that. */
export function SlotOffer({ quote, timeZone, onTake }: SlotOfferProps) {
  const next = quote?.nextSlot
  return (
    <>
      <div aria-live="polite">
        {(quote?.problems ?? []).filter(isOfSlot).map(({ message }) => (
          <Text key={message} as="div" size={13} tone="bad">
            {message}
          </Text>
        ))}
      </div>
      {next && (
        <div>
          <Button onClick={() => onTake(next)}>{`Order for ${slotWords(next, timeZone)}`}</Button>
        </div>
      )}
    </>
  )
}

/** `Nov 21, 2026, 8:00 AM to 9:00 AM`. */
function slotWords({ from, to }: Slot, zone: string): string {
  return `${format().instant(from, 'dateTime', zone)} to ${format().instant(to, 'time', zone)}`
}

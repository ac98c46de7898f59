import type { PhoneQuote } from '@larder/contract'
import { QuoteLines } from '#entities/order/quote-lines.tsx'
import { isOfSlot, SlotOffer } from '#entities/order/slot-offer.tsx'
import { When } from '#kit/cells/when.tsx'
import { format } from '#kit/format.ts'
import { Button } from '#kit/layout/button.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import type { PhoneOrderState } from './use-phone-order.ts'

/** What the order comes to as it stands, what stands in its way in words, and the button that places it. */
export function PhoneQuoteCard({ order, canPlace }: { order: PhoneOrderState; canPlace: boolean }) {
  const { quote, quoteError, placeError, isPlacing, stores, typed } = order
  const zone = stores?.find(({ id }) => id === typed.storeId)?.timeZone
  const said = [
    ...(quote?.problems.filter((problem) => !isOfSlot(problem)).map(({ message }) => message) ?? []),
    ...wordsOf(quoteError),
    ...wordsOf(placeError),
  ]
  return (
    <Card title="Order">
      <Stack gap={3}>
        <div aria-live="polite">
          {!quote && <Text tone="muted">Choose a store and an item: the price stands here.</Text>}
          <QuoteLines
            facts={quote ? factsOf(quote) : []}
            besides={
              quote?.problems.length === 0 &&
              zone && (
                <Text as="div" size={13} tone="muted">
                  Promised <When at={quote.promisedAt} zone={zone} />
                </Text>
              )
            }
            problems={[...new Set(said)]}
          />
        </div>
        {zone && <SlotOffer quote={quote} timeZone={zone} onTake={order.takeSlot} />}
        <Button tone="primary" busy={isPlacing} disabled={!canPlace} onClick={() => void order.place()}>
          {quote ? `Place for ${format().money(quote.toPay)}` : 'Place order'}
        </Button>
      </Stack>
    </Card>
  )
}

function wordsOf(error: PhoneOrderState['quoteError']): string[] {
  return error ? [error.message] : []
}

function factsOf({ total, credit, toPay, items, packing, delivery, tax, pricesIncludeTax }: PhoneQuote): [string, string][] {
  const { money } = format()
  return [
    ['Items', money(items)],
    ['Packing and delivery', money({ ...packing, minor: packing.minor + delivery.minor })],
    [pricesIncludeTax ? 'Tax, included' : 'Tax', money(tax)],
    ['Total', money(total)],
    ...(credit.minor > 0
      ? ([
          ['Paid by credit', money(credit)],
          ['Left to pay', money(toPay)],
        ] as [string, string][])
      : []),
  ]
}

import { orderTypeLabels, paymentMethodLabels } from '@larder/contract'
import { type KeyboardEvent, type MouseEvent, useId } from 'react'
import { AddressFields } from '#entities/order/address-fields.tsx'
import { SlotTimes } from '#entities/order/slot-times.tsx'
import { FieldFrame } from '#kit/fields/form/field-frame.tsx'
import { FoundInput } from '#kit/fields/inputs/found-input.tsx'
import { RadioList } from '#kit/fields/inputs/radio-list.tsx'
import { LineInput } from '#kit/fields/inputs/text-inputs.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { unbound } from '#kit/fields/unbound.ts'
import { useFormat } from '#kit/format.ts'
import { Button } from '#kit/layout/button.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Columns } from '#kit/layout/page.tsx'
import { Text } from '#kit/layout/text.tsx'
import { soon } from '#kit/lazily.tsx'
import { Style } from '#kit/theme/style.tsx'
import { firstOfPage } from '#kit/use-focus-keeper.ts'
import { CallerLine } from './caller-line.tsx'
import { OrderedLines } from './ordered-lines.tsx'
import { PhoneQuoteCard } from './phone-quote-card.tsx'
import { openWords, storeOption } from './store-option.ts'
import { type PhoneOrderState, usePhoneOrder } from './use-phone-order.ts'
import './phone-order.css'

const DetailInputs = soon(() => import('./detail-inputs.tsx').then((module) => module.DetailInputs))
const CreditSwitch = soon(() => import('./credit-switch.tsx').then((module) => module.CreditSwitch))

/** Who calls, where it goes, from which store, what, when and how it is paid; beside it what it comes to. */
export function PhoneOrderForm({ customerId }: { customerId: string | null }) {
  const order = usePhoneOrder(customerId)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (canPlace(order)) void order.place()
  }
  return (
    <Style>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys that hold wherever one types */}
      <div onKeyDown={onKeyDown}>
        <Columns
          main={
            <>
              <CallerCard order={order} customerId={customerId} />
              <PlaceCard order={order} />
              <StoreCard order={order} />
              <RestCard order={order} />
            </>
          }
          side={<PhoneQuoteCard order={order} canPlace={canPlace(order)} />}
          isInSight
        />
      </div>
    </Style>
  )
}

function canPlace({ quote, isPlacing, typed }: PhoneOrderState): boolean {
  return quote !== undefined && quote.problems.length === 0 && typed.name.trim() !== '' && !isPlacing
}

interface PartProps {
  order: PhoneOrderState
}

function CallerCard({ order, customerId }: PartProps & { customerId: string | null }) {
  const { typed, take, startAnew } = order
  const id = useId()
  const onAnew = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    startAnew?.()
    currentTarget.closest('section')?.querySelector('input')?.focus()
  }
  return (
    <Card
      title="Caller"
      action={
        startAnew && (
          <Button size="small" onClick={onAnew}>
            Start anew
          </Button>
        )
      }
    >
      <Stack gap={3}>
        {!customerId && (
          <FieldFrame
            id={`${id}-phone`}
            label="Phone"
            help="All digits of it find the customer."
            error={order.callerError?.fields['body.phone'] && `Phone ${order.callerError.fields['body.phone']}`}
          >
            <LineInput
              {...unbound}
              id={`${id}-phone`}
              name="phone"
              label="Phone"
              type="tel"
              inputMode="tel"
              ref={firstOfPage}
              text={typed.phone}
              onText={(phone) => take({ phone })}
              autoComplete="off"
            />
          </FieldFrame>
        )}
        <CallerLine order={order} />
        <FieldFrame id={`${id}-name`} label="Name" help={undefined} error={undefined}>
          <LineInput
            {...unbound}
            id={`${id}-name`}
            name="name"
            label="Name"
            text={typed.name}
            onText={(name) => take({ name, isNameKnown: false })}
            autoComplete="off"
          />
        </FieldFrame>
      </Stack>
    </Card>
  )
}

const otherAddress = 'other'

function PlaceCard({ order }: PartProps) {
  const { typed, take, caller } = order
  const id = useId()
  const kept = caller?.addresses ?? []
  const at = kept.findIndex((address) => JSON.stringify(address) === JSON.stringify(typed.address))
  const choices = kept.map(({ line1, locality }, index) => ({ value: String(index), label: line1, hint: locality }))
  const isTyped = kept.length === 0 || at === -1
  return (
    <Card title="Where to">
      <Stack gap={3}>
        <RadioList
          name={`${id}-type`}
          label="Kind"
          choices={optionsOf(orderTypeLabels)}
          value={typed.orderType}
          onChange={(orderType) => take({ orderType: orderType as typeof typed.orderType })}
        />
        {typed.orderType === 'delivery' && kept.length > 0 && (
          <RadioList
            name={`${id}-address`}
            label="Address"
            choices={[...choices, { value: otherAddress, label: 'Another address' }]}
            value={at === -1 ? otherAddress : String(at)}
            onChange={(value) =>
              take(
                value === otherAddress
                  ? { address: {}, isAddressKnown: false }
                  : { address: kept[Number(value)] ?? null, isAddressKnown: true },
              )
            }
          />
        )}
        {typed.orderType === 'delivery' && isTyped && (
          <AddressFields
            {...unbound}
            id={`${id}-typed`}
            name="address"
            label="Address"
            value={typed.address}
            onChange={(address) => take({ address: address as typeof typed.address, isAddressKnown: false })}
            near={nearOf(order)}
          />
        )}
      </Stack>
    </Card>
  )
}

function nearOf({ stores, typed }: PhoneOrderState) {
  const store = stores?.find(({ id }) => id === typed.storeId) ?? stores?.[0]
  return store ? { id: store.id, label: store.name, point: store.point } : null
}

function StoreCard({ order }: PartProps) {
  const { typed, take, stores, searchStores } = order
  const { money, instant } = useFormat()
  const id = useId()
  const chosen = stores?.find((store) => store.id === typed.storeId)
  const shutWords = chosen && !chosen.isOpenNow ? `Closed now${chosen.opensAt ? `, ${openWords(chosen, instant)}` : ''}.` : undefined
  const options = stores?.map((store) => storeOption(store, typed, { money, instant }))
  return (
    <Card title="What">
      <Stack gap={3}>
        <FieldFrame id={`${id}-store`} label="Store" help={shutWords} error={undefined}>
          <FoundInput
            {...unbound}
            id={`${id}-store`}
            name="storeId"
            label="Store"
            value={typed.storeId}
            onChange={(storeId) => {
              const vertical = stores?.find((store) => store.id === storeId)?.vertical ?? null
              take({ storeId: storeId as string | null, vertical, lines: storeId === typed.storeId ? typed.lines : [] })
            }}
            options={options ?? []}
            onSearch={searchStores}
          />
        </FieldFrame>
        {typed.storeId && <OrderedLines order={order} />}
        {typed.storeId && typed.vertical && <DetailInputs order={order} vertical={typed.vertical} />}
      </Stack>
    </Card>
  )
}

function RestCard({ order }: PartProps) {
  const { typed, take, quote, stores } = order
  const id = useId()
  const store = stores?.find((each) => each.id === typed.storeId)
  const payments = optionsOf(paymentMethodLabels).filter(({ value }) => value !== 'online' || quote?.takesOnline)
  return (
    <Card title="When and how">
      <Stack gap={3}>
        <RadioList
          name={`${id}-when`}
          label="When"
          choices={[
            { value: 'now', label: 'As soon as possible' },
            { value: 'later', label: 'For a slot' },
          ]}
          value={typed.isForLater ? 'later' : 'now'}
          onChange={(when) => take({ isForLater: when === 'later' })}
        />
        {typed.isForLater && (
          <SlotTimes
            key={order.slotsTaken}
            {...unbound}
            id={`${id}-slot`}
            name="slot"
            label="Slot"
            value={typed.slot}
            onChange={(slot) => take({ slot: slot as typeof typed.slot })}
            order={{ slotFrom: null, slotTo: null, timeZone: store?.timeZone ?? 'UTC' }}
          />
        )}
        <RadioList
          name={`${id}-payment`}
          label="Payment"
          choices={payments}
          value={typed.paymentMethod}
          onChange={(paymentMethod) => take({ paymentMethod: paymentMethod as typeof typed.paymentMethod })}
        />
        {quote && quote.wallet.minor > 0 && (
          <CreditSwitch
            id={`${id}-credit`}
            wallet={quote.wallet}
            isUsed={typed.useCredits}
            onChange={(useCredits) => take({ useCredits })}
          />
        )}
        <FieldFrame id={`${id}-note`} label="Note" help="For the store and the rider." error={undefined}>
          <LineInput
            {...unbound}
            id={`${id}-note`}
            name="note"
            label="Note"
            text={typed.note}
            onText={(note) => take({ note })}
            multiline
          />
        </FieldFrame>
        <Text size={13} tone="muted">
          Cash and card are taken at hand-over.
        </Text>
      </Stack>
    </Card>
  )
}

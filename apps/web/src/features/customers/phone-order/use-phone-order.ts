import { Address, type CallerStore, type MenuItem, type Output, type PhoneQuote, phoneOrderContract, type Slot } from '@larder/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { useRead, useWrite } from '#api/client.ts'
import type { CallError } from '#api/transport.ts'
import { useMe } from '#kit/access/access.tsx'
import { usePlaces } from '#kit/access/places.tsx'
import { customField } from '#kit/fields/fields.tsx'
import { draftKey, dropDraft, keptDraft, useKeeping } from '#kit/fields/form/kept-draft.ts'
import { useNotify } from '#kit/notify.ts'
import { blank, bodyOf, greeted, type Typed } from './typed.ts'

export type Caller = NonNullable<Output<typeof phoneOrderContract.findCaller>['caller']>

const kept = Object.keys(blank).map((key) => customField(key, { input: () => null })) as never
/** Fewer digits are nobody's number. */
const fewestDigits = 8

export interface PhoneOrderState {
  typed: Typed
  take: (part: Partial<Typed>) => void
  /** For the next caller; null where nothing of another one stands. */
  startAnew: (() => void) | null
  /** Asks for a slot that was offered. */
  takeSlot: (slot: Slot) => void
  /** How many offered slots were taken: what was typed before makes room for each. */
  slotsTaken: number
  caller: Caller | null | undefined
  callerError: CallError | undefined
  stores: readonly CallerStore[] | undefined
  /** Cuts the stores to those whose name has what is typed. */
  searchStores: (typed: string) => void
  menu: readonly MenuItem[] | undefined
  quote: PhoneQuote | undefined
  quoteError: CallError | undefined
  place: () => Promise<void>
  placeError: CallError | undefined
  isPlacing: boolean
}

/** Everything of an order that is taken over the phone: what is typed, which outlasts the page, and what the server says of it. */
export function usePhoneOrder(customerId: string | null): PhoneOrderState {
  const me = useMe().id
  const key = draftKey(me, 'phone-order', customerId ?? 'new')
  const [typed, setTyped] = useState<Typed>(() => ({ ...blank, ...keptDraft(key)?.typed }))
  useKeeping(key, kept, { ...blank }, { ...typed })
  const take = (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part }))

  const [slotsTaken, setSlotsTaken] = useState(0)
  const takeSlot = (slot: Slot) => {
    take({ isForLater: true, slot })
    setSlotsTaken(slotsTaken + 1)
  }

  const isNumber = typed.phone.replace(/\D/g, '').length >= fewestDigits
  const asked = customerId ? { customerId: customerId as never } : isNumber ? { phone: typed.phone } : null
  const found = useRead(phoneOrderContract.findCaller, asked && { body: asked })
  // Whoever was known by the number before is not who has one that is none.
  const isNone = !asked || found.error !== undefined
  const caller = isNone ? undefined : found.data?.caller
  const greet = useEffectEvent((known: Caller | null) => take(greeted(typed, known)))
  useEffect(() => {
    if (isNone) greet(null)
    else if (caller !== undefined) greet(caller)
  }, [isNone, caller])

  const point = Address.shape.point.safeParse(typed.address?.point)
  const [q, searchStores] = useState('')
  const { data: offered } = useRead(phoneOrderContract.callerStores, {
    body: {
      orderType: typed.orderType,
      q,
      storeId: typed.storeId as never,
      ...(typed.orderType === 'delivery' && point.success && { point: point.data }),
    },
  })
  const { data: sold } = useRead(phoneOrderContract.callerMenu, typed.storeId ? { params: { id: typed.storeId as never } } : null)
  const body = bodyOf(typed, customerId)
  const isPriced = typed.storeId !== null && phoneOrderContract.quoteForCaller.shape.body.safeParse(body).success
  const quoted = useRead(phoneOrderContract.quoteForCaller, isPriced ? { body: body as never } : null)
  const placing = usePlacing(() => dropDraft(key))
  return {
    typed,
    take,
    startAnew: JSON.stringify(typed) === JSON.stringify(blank) ? null : () => setTyped(blank),
    takeSlot,
    slotsTaken,
    caller,
    callerError: asked ? found.error : undefined,
    stores: offered?.rows,
    searchStores,
    menu: typed.storeId ? sold?.items : undefined,
    quote: isPriced ? quoted.data : undefined,
    quoteError: isPriced ? quoted.error : undefined,
    place: () => placing.place({ ...body, expectedTotal: quoted.data?.total, expectedToPay: quoted.data?.toPay }),
    placeError: placing.error,
    isPlacing: placing.isBusy,
  }
}

/** Places it, and goes to what came of it. */
function usePlacing(onDone: () => void) {
  const [write, { isBusy, error }] = useWrite(phoneOrderContract.placeForCaller)
  const notify = useNotify()
  const navigate = useNavigate()
  const places = usePlaces()
  const place = async (body: object) => {
    const { data } = await write({ body: body as never })
    if (!data) return
    onDone()
    notify(`${data.number} placed`)
    navigate(places.recordPath('order', data.id) ?? '/')
  }
  return { place, isBusy, error }
}

import { Address, type OrderDetails, type PhoneOrder, plainDetails, type Vertical } from '@larder/contract'

/** A line as it is typed: a number that may be none yet. */
export interface TypedLine {
  itemId: string
  quantity: unknown
  grams?: unknown
  choices: Record<string, string>
  /** Of groups of which several may be chosen. */
  addons?: Record<string, string[]>
}

/** An order over the phone as it is typed. */
export interface Typed {
  phone: string
  name: string
  /** It stands as it is known of whoever has the number: with another number it goes. */
  isNameKnown: boolean
  orderType: PhoneOrder['orderType']
  address: Partial<Address> | null
  isAddressKnown: boolean
  storeId: string | null
  /** The chosen store's: it says what its orders carry. */
  vertical: Vertical | null
  lines: TypedLine[]
  /** What only orders of a vertical carry, by its key: it stays where another store is chosen. */
  details: Record<string, unknown>
  /** Null as long as it is for as soon as possible; as it was typed where that is no slot yet. */
  slot: { from: string; to: string } | null
  isForLater: boolean
  paymentMethod: PhoneOrder['paymentMethod']
  /** Whether the caller's credits pay as much of it as they can. */
  useCredits: boolean
  note: string
}

export const blank: Typed = {
  phone: '',
  name: '',
  isNameKnown: false,
  orderType: 'delivery',
  address: null,
  isAddressKnown: false,
  storeId: null,
  vertical: null,
  lines: [],
  details: {},
  slot: null,
  isForLater: false,
  paymentMethod: 'cash',
  useCredits: false,
  note: '',
}

interface Known {
  name: string
  addresses: readonly Address[]
}

/** What is known of a caller stands where nothing was typed, and gives way to what is known of the next one; what was typed stays. Pure. */
export function greeted(typed: Typed, known: Known | null): Pick<Typed, 'name' | 'isNameKnown' | 'address' | 'isAddressKnown'> {
  const name = typed.isNameKnown ? '' : typed.name
  const isTheirs = known?.addresses.some((each) => JSON.stringify(each) === JSON.stringify(typed.address)) ?? false
  const address = typed.isAddressKnown && !isTheirs ? null : typed.address
  return {
    name: name || (known?.name ?? ''),
    isNameKnown: name === '' && known !== null,
    address: address ?? known?.addresses[0] ?? null,
    isAddressKnown: isTheirs || (address === null && known !== null),
  }
}

/** The details of an order of the chosen vertical as far as something was said; null where nothing was. What was chosen the order takes from its lines. */
export function detailsOf({ vertical, details }: Pick<Typed, 'vertical' | 'details'>): OrderDetails | null {
  if (!vertical) return null
  const plain: Readonly<Record<string, unknown>> = plainDetails[vertical]
  const said = Object.entries(details)
    .map(([key, value]) => [key, typeof value === 'string' ? value.trim() : value] as const)
    .filter(([key, value]) => key in plain && value !== null && value !== '' && value !== plain[key])
  return said.length > 0 ? ({ ...plain, ...Object.fromEntries(said) } as OrderDetails) : null
}

/** What is sent of it: an address that is not whole yet, and what is empty, is left out. */
export function bodyOf(typed: Typed, customerId: string | null) {
  const { phone, name, orderType, storeId, paymentMethod, useCredits, note, slot, isForLater } = typed
  const address = Address.safeParse(typed.address)
  const details = detailsOf(typed)
  return {
    ...(customerId ? { customerId } : phone.trim() && { phone: phone.trim() }),
    ...(name.trim() && { name: name.trim() }),
    orderType,
    storeId,
    paymentMethod,
    ...(useCredits && { useCredits }),
    lines: typed.lines.map(({ itemId, quantity, grams, choices, addons = {} }) => ({
      itemId,
      quantity,
      ...(grams !== undefined && { grams }),
      ...(Object.keys(choices).length > 0 && { choices }),
      ...(Object.keys(addons).length > 0 && { addons }),
    })),
    ...(orderType === 'delivery' && address.success && { address: address.data }),
    ...(isForLater && slot && { slot }),
    ...(details && { details }),
    ...(note.trim() && { note: note.trim() }),
  }
}

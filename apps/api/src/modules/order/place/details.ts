import { type Basket, detailsOfChoices, type NewOrder, type OrderDetails, type OrderProblem, verticals } from '@larder/contract'
import type * as z from 'zod/mini'
import { gramsOfChoice } from '#modules/choice-group/choice-price.service.ts'
import { choicesMadeToOrder, choosesEggless, namedByChoices, offersEggless } from './choices.ts'
import type { SellingStore, SoldItem } from './selling.ts'

export type OrderInput = z.output<typeof NewOrder>
type BasketInput = z.output<typeof Basket>

type MadeToOrder = Extract<OrderDetails, { flavour: string }>
type Named = 'flavour' | 'weightGrams'

const words: Record<Named, string> = { flavour: 'flavour', weightGrams: 'weight' }

/**
 * The details of an order or of a basket that may become one: those that were sent, and what was chosen in its lines where they leave that open. What
 * was chosen without egg is baked without, whatever they say.
 */
export function detailsOf(input: BasketInput, store: SellingStore): OrderDetails {
  const chosen = choicesMadeToOrder(store, input) ?? {}
  const grams = Object.values(chosen).flatMap((choice) => gramsOfChoice(choice) ?? [])
  const made = detailsOfChoices(store.vertical, chosen, grams[0] ?? 0)
  const said = input.details ?? made
  if (!('flavour' in said && 'flavour' in made)) return said
  const eggless = said.eggless || choosesEggless(store, input)
  return { ...said, flavour: said.flavour || made.flavour, weightGrams: said.weightGrams || made.weightGrams, eggless }
}

/** What is wrong with an order's details, or missing: a flavour and a weight, where its vertical has them, come from the choices or from the details. */
export function detailProblems(input: BasketInput, store: SellingStore): OrderProblem[] {
  const details = detailsOf(input, store)
  if (details.vertical !== store.vertical) {
    const message = `${store.display_name} is a store of another kind: its orders carry the details of ${store.vertical}.`
    return [{ code: 'wrong-details', field: 'details.vertical', message }]
  }
  if (!('flavour' in details)) return []
  const missing = (Object.keys(words) as Named[]).filter((key) => !details[key])
  // What an item offers is asked of the line that has not chosen it.
  const needed = missing.filter((key) => !store.items.some((item) => isOffered(item, key)))
  return [
    ...needed.map((key) => ({
      code: 'details-needed' as const,
      field: `details.${key}`,
      message: `${verticals[store.vertical].plural} need their ${words[key]}.`,
    })),
    ...contradictions(details, namedByChoices(store, input)),
    ...(details.eggless && !choosesEggless(store, input) && store.items.some(offersEggless)
      ? [{ code: 'wrong-details' as const, field: 'details.eggless', message: 'Eggless is chosen with the cake, and was not.' }]
      : []),
  ]
}

function isOffered({ groups }: SoldItem, key: Named): boolean {
  if (key === 'flavour') return groups.some(({ name }) => name.toLowerCase() === key)
  return groups.some(({ choices }) => choices.some(({ name }) => gramsOfChoice(name)))
}

// What was chosen decides the price; details that say otherwise would have another cake baked than was paid for.
function contradictions({ flavour, weightGrams }: MadeToOrder, named: ReturnType<typeof namedByChoices>): OrderProblem[] {
  return [
    ...(flavour !== '' && named.flavour.length > 0 && !named.flavour.includes(flavour)
      ? [
          {
            code: 'wrong-details' as const,
            field: 'details.flavour',
            message: `What was chosen is ${named.flavour.join(', ')}, not ${flavour}.`,
          },
        ]
      : []),
    ...(weightGrams !== 0 && named.weightGrams.length > 0 && !named.weightGrams.includes(weightGrams)
      ? [
          {
            code: 'wrong-details' as const,
            field: 'details.weightGrams',
            message: `What was chosen weighs ${named.weightGrams.join(', ')} g, not ${weightGrams} g.`,
          },
        ]
      : []),
  ]
}

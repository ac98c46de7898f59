import { type Choice, isEggless, type Money, money, type OrderLine, type OrderProblem, verticals } from '@larder/contract'
import { deltaOf, gramsOfChoice } from '#modules/choice-group/choice-price.service.ts'
import type { GroupOfItem } from '#modules/choice-group/groups-of-item.service.ts'
import type { SellingStore, SoldItem, Wanted } from './selling.ts'

type WantedLine = Wanted['lines'][number]
/** What was chosen, by group: one of a group, or several. */
export type Chosen = Pick<WantedLine, 'choices' | 'addons'>
type Options = OrderLine['options']

/**
 * Of what a customer chose, what the item offers, with what it adds to the price of one piece. The cheapest of a group are those that are free,
 * and no choice takes off more than the piece costs with those before it. Pure.
 */
export function optionsOf(item: SoldItem, chosen: Chosen, currency: string): Options {
  let piece = BigInt(item.price_minor)
  return item.groups.flatMap((group) => {
    const own = offered(group, chosen).map((choice) => ({ name: choice.name, asked: deltaOf(item, choice) }))
    const free = new Set(own.toSorted((a, b) => Number(a.asked - b.asked)).slice(0, group.freeChoices))
    return own.map((choice) => {
      const { name, asked } = choice
      const charged = free.has(choice) && asked > 0n ? 0n : asked
      const delta = charged < -piece ? -piece : charged
      piece += delta
      return { group: group.name, choice: name, priceDelta: money(delta, currency) }
    })
  })
}

/** The price of one piece as it was chosen. */
export function chosenPrice(item: SoldItem, line: WantedLine, currency: string): Money {
  return money(
    optionsOf(item, line, currency).reduce((sum, { priceDelta }) => sum + BigInt(priceDelta.minor), BigInt(item.price_minor)),
    currency,
  )
}

/** What of a line's options was chosen, as a basket says it. */
export function chosenIn(options: Options): Required<Chosen> {
  const byGroup = [...Map.groupBy(options, ({ group }) => group)].map(([group, all]) => [group, all.map(({ choice }) => choice)] as const)
  return {
    choices: Object.fromEntries(byGroup.flatMap(([group, [first, ...more]]) => (first && more.length === 0 ? [[group, first]] : []))),
    addons: Object.fromEntries(byGroup.filter(([, all]) => all.length > 1).map(([group, all]) => [group, [...all]])),
  }
}

/** What is chosen once a change says otherwise of some groups. */
export function rechosen(before: Required<Chosen>, { choices = {}, addons = {} }: Chosen): Required<Chosen> {
  const isKept = ([group]: [string, unknown]) => !(group in choices || group in addons)
  return {
    choices: { ...Object.fromEntries(Object.entries(before.choices ?? {}).filter(isKept)), ...choices },
    addons: { ...Object.fromEntries(Object.entries(before.addons ?? {}).filter(isKept)), ...addons },
  }
}

/** What is wrong with the choices of a line. */
export function choiceProblems(item: SoldItem, line: WantedLine, at: number): OrderProblem[] {
  const { choices = {}, addons = {} } = line
  const unknown = [
    ...Object.entries(choices).map(([group, choice]) => ({ path: 'choices', group, choice })),
    ...Object.entries(addons).flatMap(([group, all]) => all.map((choice) => ({ path: 'addons', group, choice }))),
  ].filter(({ group, choice }) => !item.groups.some(({ name, choices }) => name === group && choices.some((each) => each.name === choice)))
  return [
    ...unknown.map(({ path, group, choice }) => ({
      code: 'choice-unknown' as const,
      field: `lines.${at}.${path}.${group}`,
      message: `${item.name} does not come with ${group} “${choice}”.`,
    })),
    ...item.groups.flatMap((group) => groupProblems(item, group, line, at)),
  ]
}

function groupProblems(item: SoldItem, group: GroupOfItem, line: WantedLine, at: number): OrderProblem[] {
  const { name, minChoices: least, maxChoices: most } = group
  const field = `lines.${at}.${line.addons?.[name] ? 'addons' : 'choices'}.${name}`
  const own = offered(group, line)
  const gone = own.filter(({ available }) => !available).map((choice) => choice.name)
  const isNamed = name in (line.choices ?? {}) || (line.addons?.[name]?.length ?? 0) > 0
  const twice = namedTwice(name, line)
  // Whoever named something that is unknown is told that alone.
  const isMissing = own.length < least && (own.length > 0 || !isNamed)
  const listed = group.choices.filter(({ available }) => available).map((choice) => choice.name)
  return [
    ...(twice === undefined
      ? []
      : [{ code: 'choice-twice' as const, field, message: `${item.name} takes ${name} “${twice}” once, not twice.` }]),
    ...gone.map((choice) => ({ code: 'choice-sold-out' as const, field, message: `${item.name} has no ${name} “${choice}” at present.` })),
    ...(isMissing
      ? [
          {
            code: 'choice-needed' as const,
            field,
            message: `${item.name} needs ${least === 1 ? 'its' : `at least ${least} of`} ${name}: ${listed.join(', ')}.`,
          },
        ]
      : []),
    ...(own.length > most
      ? [{ code: 'too-many-choices' as const, field, message: `${item.name} takes at most ${most} of ${name}, not ${own.length}.` }]
      : []),
  ]
}

/** What was named of a group, by either field. */
function namesOf(group: string, { choices, addons }: Chosen): string[] {
  const one = choices?.[group]
  return [...(one === undefined ? [] : [one]), ...(addons?.[group] ?? [])]
}

/** The first that is named again: a choice has no quantity, so that whoever names one twice would get it once. */
function namedTwice(group: string, chosen: Chosen): string | undefined {
  const names = namesOf(group, chosen)
  return names.find((name, at) => names.indexOf(name) < at)
}

/** What of a group was chosen, in the order of the group. */
function offered({ name, choices }: GroupOfItem, chosen: Chosen): Choice[] {
  const named = new Set(namesOf(name, chosen))
  return choices.filter((choice) => named.has(choice.name))
}

/** What was chosen in the lines of what is made to order, by group in small letters; null when nothing of it is. Of two that differ the first holds. */
export function choicesMadeToOrder(store: SellingStore, wanted: Wanted): Record<string, string> | null {
  const made = madeToOrder(store, wanted)
  return made.length === 0 ? null : Object.assign({}, ...made.reverse())
}

/** Which flavours and weights (in grams) the lines of what is made to order name. */
export function namedByChoices(store: SellingStore, wanted: Wanted): { flavour: string[]; weightGrams: number[] } {
  const made = madeToOrder(store, wanted)
  return {
    flavour: made.flatMap(({ flavour }) => flavour ?? []),
    weightGrams: made.flatMap((choices) => Object.values(choices).flatMap((choice) => gramsOfChoice(choice) ?? [])),
  }
}

/** Whether something of what is made to order was chosen without egg, as one of a group or as an add-on. */
export function choosesEggless({ vertical }: SellingStore, { lines }: Wanted): boolean {
  if (!verticals[vertical].isMadeToOrder) return false
  return lines.some(({ choices = {}, addons = {} }) => [Object.values(choices), Object.values(addons)].flat(2).some(isEggless))
}

/** Whether an item is sold without egg by a choice of it. */
export function offersEggless({ groups }: Pick<SoldItem, 'groups'>): boolean {
  return groups.some(({ choices }) => choices.some(({ name }) => isEggless(name)))
}

function madeToOrder({ vertical, items }: SellingStore, { lines }: Wanted): Record<string, string>[] {
  if (!verticals[vertical].isMadeToOrder) return []
  const made = lines.filter(({ itemId }) => items.some(({ id, groups }) => id === itemId && groups.length > 0))
  return made.map(({ choices = {} }) => byGroupFolded(choices))
}

/** Choices by their group in small letters: how a menu writes the name of a group is its own. */
export function byGroupFolded(choices: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(choices).map(([group, choice]) => [group.toLowerCase(), choice]))
}

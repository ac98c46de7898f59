import type { Choice, ChoiceKind } from '@larder/contract'
import { format } from '#kit/format.ts'
import { becomesFree, type Priced, type Takes, tooMuchOff } from './choice-price.service.ts'

/** What of a group its rules look at. */
export interface JudgedGroup {
  kind: ChoiceKind
  minChoices: number
  maxChoices: number
  freeChoices: number
  choices: readonly Choice[]
}

/** An item that comes with a group, with the other groups that it has. */
export interface JudgedItem extends Priced {
  id: string
  name: string
  others: readonly Takes[]
}

export type GroupProblems = { [field: string]: string }

/** What is wrong with a group by itself, by field. Pure. */
export function problemsOfGroup(group: JudgedGroup, currency: string): GroupProblems {
  const { kind, minChoices: least, maxChoices: most, freeChoices: free, choices } = group
  const problems: GroupProblems = {}
  if (most < least) problems.maxChoices = 'must be no less than the least'
  else if (least > choices.length) problems.minChoices = `is more than the ${choices.length} that there are`
  if (free > most) problems.freeChoices = 'must be no more than the most'
  for (const [index, { priceDelta }] of choices.entries()) {
    if (priceDelta === null) continue
    if (priceDelta.currency !== currency) problems[`choices.${index}.priceDelta`] = `must be in ${currency}`
    else if (kind === 'addon' && priceDelta.minor < 0)
      problems[`choices.${index}.priceDelta`] = 'must not be negative: an add-on comes on top'
  }
  return problems
}

/** Why no item may come with a group: the first that would cost less than nothing, or that has too many groups; null where all may. Pure. */
export function problemOfItems(group: Takes, items: readonly Omit<JudgedItem, 'id'>[], facts: { currency: string; mostGroups: number }) {
  for (const { others, ...item } of items) {
    if (others.length >= facts.mostGroups) return { itemIds: `${item.name} has ${others.length} groups already, the most that an item has` }
    const off = tooMuchOff(item, [group, ...others], facts.currency)
    if (off === null) continue
    const price = format().money({ minor: item.price_minor, currency: facts.currency })
    return { choices: `${item.name} costs ${price}, and its options would take off up to ${off}` }
  }
  return null
}

interface Moved extends Priced {
  /** Those that come with an item besides the groups that change. */
  others: readonly Takes[]
  name: string
  /** Of the groups that change: those that come with it now, and those that are to. */
  had: readonly Takes[]
  has: readonly Takes[]
}

/** Why items that cost something cannot be free by other groups, where nobody says that they may; null where none becomes it. Pure. */
export function freedUnsaid(items: readonly Moved[]): string | null {
  const freed = items.filter(({ others, had, has, ...item }) =>
    becomesFree({ item, groups: [...others, ...had] }, { item, groups: [...others, ...has] }),
  )
  const [first, ...more] = freed.map(({ name }) => name)
  if (first === undefined) return null
  const names = more.length === 0 ? first : `${first} and ${more.length} more`
  return `must be confirmed: customers would have ${names} for nothing, which cost${more.length === 0 ? 's' : ''} something now`
}

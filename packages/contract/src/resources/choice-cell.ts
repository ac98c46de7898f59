import type { CellForm } from '../values/cell.ts'
import { escapedPart, partsAt, partsOf, plainPart } from '../values/cell.ts'
import { isCurrency } from '../values/currency.ts'
import { type Money, moneyDecimal } from '../values/money.ts'
import { parseMoney } from '../values/money-text.ts'
import type { Choice } from './choice.ts'

const soldOut = '(not available)'
const soldOutAtEnd = /(?<!\\)\(not available\)$/i

/** The choices of a group, in order, with what each adds: `Full; Half: -50.00 INR; 500 g (not available)`. */
export const choicesCell: CellForm<Choice[]> = {
  part: 'choice',
  takes: 'Choices in order, parted by semicolons, with what each adds to the price: Full; Half: -50; Extra cheese: 30 (not available)',
  write: (choices) => choices.map(wordsOf).join('; '),
  read(text, currency) {
    const choices: Choice[] = []
    for (const [at, part] of partsOf(text).entries()) {
      const read = readChoice(part, currency)
      if (typeof read === 'string') return { problem: `choice ${at + 1} ${read}` }
      choices.push(read)
    }
    return { value: choices }
  },
}

function wordsOf({ name, priceDelta, available }: Choice): string {
  const said = escapedPart(name, ':').replace(soldOutAtEnd, '\\$&')
  const priced = priceDelta === null ? said : `${said}: ${moneyDecimal(priceDelta)} ${priceDelta.currency}`
  return available ? priced : `${priced} ${soldOut}`
}

function readChoice(part: string, currency: string): Choice | string {
  const available = !soldOutAtEnd.test(part)
  const [name = '', price, ...more] = partsAt(':', part.replace(soldOutAtEnd, ''))
  if (more.length > 0) return 'has two colons: a colon of its name is written \\:'
  const priceDelta = price === undefined ? null : amountOf(price.trim(), currency)
  if (priceDelta === undefined) return 'has no amount behind its colon, such as Half: -50; a colon of its name is written \\:'
  return { name: plainPart(name), priceDelta, available }
}

const longestAmount = 60

/** Undefined where it is none. */
function amountOf(text: string, currency: string): Money | undefined {
  // What follows goes through its spaces again and again.
  if (text.length > longestAmount) return undefined
  const [, figure = text, code = currency] = /^(.*?)\s*([A-Za-z]{3})$/.exec(text) ?? []
  const of = code.toUpperCase()
  return isCurrency(of) ? (parseMoney(figure.replace(/^\+\s*/, ''), of) ?? undefined) : undefined
}

/** Codes of items. */
export const skusCell: CellForm<string[]> = {
  part: 'SKU',
  takes: 'SKUs of items of its store, parted by semicolons',
  write: (skus) => skus.map((sku) => escapedPart(sku)).join('; '),
  read: (text) => ({ value: partsOf(text).map(plainPart) }),
}

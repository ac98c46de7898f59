import type { Currency } from '@larder/contract'
import type { Word } from '../read/page.ts'
import { amountOf, isPointed, isSign, minorOf, type Written } from './amount.ts'
import { type Line, slash } from './lines.ts'
import { type CellWord, parted } from './price-cell.ts'
import type { SizeColumn } from './sizes.ts'
import { isSize } from './words-of-menus.ts'

/** A price of a line. */
export interface Priced {
  variant: string | null
  written: Written
  minor: number | null
  confidence: number
}

interface Amount extends Written {
  word: CellWord
  /** The words of the line that it is made of. */
  at: number
  /** The size that is said before it. */
  variant: string | null
  /** Nothing but its place in a cell, `190 / 320`, says that it is of a size. */
  isGuessed?: boolean
}

/** Parts a line into the name before and the prices behind; `sizes`: what stands at the head of its columns of prices. */
export function pricedParts(line: Line, sizes: readonly SizeColumn[] | null, currency: Currency, pointed: boolean) {
  const words = parted(joined(line.words, currency))
  const amounts = amountsOf(words, sizes?.length ?? 1)
  const first = amounts[0]
  const said = first?.isGuessed ? '' : (first?.variant ?? '')
  const end = first ? first.at - said.split(' ').filter(Boolean).length : words.length
  const named = withoutSign(words.slice(0, end), first?.word, currency)
  const parts = amounts.map((amount, at): Priced => {
    const column = sizes && columnOf(amount.word, sizes, at, amounts.length)
    const isOdd = pointed && !isPointed(amount, currency)
    const variant = amount.variant ?? column ?? null
    return {
      variant,
      written: amount,
      minor: minorOf(amount, currency, pointed),
      confidence: amount.word.confidence * (isOdd || amount.isGuessed ? 0.6 : 1),
    }
  })
  const sure = named.filter(({ text }) => /[\p{L}\p{N}]{2}/u.test(text)).map(({ confidence }) => confidence)
  return {
    parts,
    name: named.map(({ text }) => text).join(' '),
    confidence: sure.length === 0 ? 0 : Math.min(...sure),
    start: named[0]?.left ?? line.left,
  }
}

/** The words at the end of a line that are amounts and stand apart from each other. */
export function endAmounts({ words }: Line): Word[] {
  const found: Word[] = []
  for (const word of words.filter(({ text }) => text !== slash).reverse()) {
    const next = found[0]
    if (amountOf(word.text) === null || (next && next.left - word.right < (word.bottom - word.top) * 0.9)) break
    found.unshift(word)
  }
  return found
}

/** The amounts at the end of a line, each with the size before it where one is said: `Half 120 Full 200`. */
function amountsOf(words: readonly CellWord[], most: number): Amount[] {
  const found: Amount[] = []
  for (let at = words.length - 1; at >= 0; at--) {
    const word = words[at] as CellWord
    const written = amountOf(word.text)
    if (written && !isOfName(words, at, found.length > 0, written)) found.unshift({ ...written, word, at, variant: null })
    else if (found.length > 0 && isSize(word.text) && found[0]?.at === at + 1) Object.assign(found[0], { variant: word.text })
    else break
  }
  const isSaid = found.length > 1 && found.every(({ variant }) => variant !== null)
  if (isSaid) return found
  const cell = found.filter(({ word }) => word.cellSize !== undefined)
  if (most === 1 && cell.length > 1 && cell.at(-1) === found.at(-1))
    return cell.map((amount) => ({ ...amount, variant: amount.word.cellSize ?? null, isGuessed: true }))
  const plain = found.filter(({ at }, index) => found.slice(index).every((other, behind) => other.at === at + behind))
  const kept = most > 1 ? plain.slice(-most) : plain.slice(-1)
  // A single digit is a count, not a price.
  return kept
    .filter(({ digits, isMoney }) => isMoney || digits.length > 1 || kept.length > 1)
    .map((amount) => ({ ...amount, variant: null }))
}

/** Whether a number belongs to the name before it, `Chicken 65`: it stands as close as a word, and a price comes far behind. */
function isOfName(words: readonly Word[], at: number, hasPrice: boolean, { isMoney }: Written): boolean {
  const [before, word, after] = [words[at - 1], words[at] as Word, words[at + 1]]
  if (!hasPrice || isMoney || !before || !after || amountOf(before.text) || isSize(before.text)) return false
  const height = word.bottom - word.top
  return word.left - before.right < height * 0.9 && after.left - word.right > height * 1.3
}

/** Words of a line, with a sign that stands by itself and an amount that fell apart put together. */
function joined(words: readonly Word[], currency: Currency): Word[] {
  const whole: Word[] = []
  for (const word of words) {
    const before = whole.at(-1)
    const height = word.bottom - word.top
    const isClose = before !== undefined && word.left - before.right < height * 0.9
    const isPart = before !== undefined && /\d[.,]$/.test(before.text) && /^\d/.test(word.text) && word.left - before.right < height * 0.5
    const isEnd = isClose && amountOf(before.text) !== null && isSign(word.text, currency)
    if (before && (isPart || isEnd))
      Object.assign(before, {
        text: isPart ? before.text + word.text : before.text,
        right: word.right,
        confidence: isPart ? Math.min(before.confidence, word.confidence) : before.confidence,
      })
    else whole.push({ ...word })
  }
  return whole
}

/** The words of a name, without the sign that stands between it and its price, read or misread. */
function withoutSign(words: readonly Word[], amount: Word | undefined, currency: Currency): readonly Word[] {
  const last = words.at(-1)
  if (!last || !amount || words.length < 2) return words
  const before = words.at(-2) as Word
  const isApart = last.left - before.right > (last.bottom - last.top) * 1.2
  const isOdd = last.text.length <= 2 && isApart
  return isSign(last.text, currency) || isOdd ? words.slice(0, -1) : words
}

function columnOf(word: Word, sizes: readonly SizeColumn[], at: number, count: number): string | undefined {
  if (count === sizes.length) return sizes[at]?.name
  const away = ({ left, right }: SizeColumn) =>
    Math.min(Math.abs(right - word.right), Math.abs((left + right - word.left - word.right) / 2))
  return [...sizes].sort((a, b) => away(a) - away(b))[0]?.name
}

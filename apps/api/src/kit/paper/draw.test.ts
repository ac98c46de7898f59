import { expect, test } from 'vitest'
import { readPdf } from '../../../test/paper.ts'
import draw from './draw.ts'
import type { Sheet } from './sheet.ts'

const sheetOf = (texts: readonly string[]): Sheet => ({
  title: 'Names',
  paper: 'a4',
  at: new Date('2026-11-20T08:00:00Z'),
  blocks: texts.flatMap((text) => [
    { kind: 'words', text },
    { kind: 'words', text, isStrong: true },
  ]),
})

test.each(['തോമസ്', 'എരിവ് കുറച്ച്', 'ഉപ്പ് വേണ്ട', 'ക്‌ഷ', 'ർ്‍'])('%s is drawn as anything else', async (text) => {
  const { text: read } = await readPdf(await draw([sheetOf([text])]))
  expect(read).not.toContain('stands for a character')
})

/** Blocks of Unicode, from and to: letters, signs and marks of a script, also where no word has them. */
const scripts: readonly [string, number, number][] = [
  ['Latin', 0x20, 0x24f],
  ['combining marks', 0x300, 0x36f],
  ['Greek and Cyrillic', 0x370, 0x4ff],
  ['Arabic', 0x600, 0x6ff],
  ['Devanagari', 0x900, 0x97f],
  ['Tamil', 0xb80, 0xbff],
  ['Telugu', 0xc00, 0xc7f],
  ['Kannada', 0xc80, 0xcff],
  ['Malayalam', 0xd00, 0xd7f],
  ['joiners and spaces', 0x2000, 0x206f],
]

test.each(scripts)('whatever is written with %s, in any order, is drawn', async (_, from, to) => {
  let state = from
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
  const word = () => Array.from({ length: 1 + next(8) }, () => String.fromCodePoint(from + next(to - from))).join('')
  const texts = Array.from({ length: 25 }, () => Array.from({ length: 3 }, word).join(' '))
  expect((await draw([sheetOf(texts)])).length).toBeGreaterThan(1000)
})

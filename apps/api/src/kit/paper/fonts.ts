import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

/** Text in one font. */
export interface Run {
  font: string
  text: string
}

// Latin, Greek, Cyrillic, Devanagari and every sign of a currency come with the first family; then other scripts, each with its own.
const families = [
  ...['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese', 'devanagari'].map((subset) => ['noto-sans', subset] as const),
  ...['malayalam', 'tamil', 'kannada', 'telugu', 'arabic'].map((script) => [`noto-sans-${script}`, script] as const),
]
const rightToLeft = /\p{Script=Arabic}/u
const hidden = /\p{Default_Ignorable_Code_Point}/u
const space = /\p{Z}/u
/** Stands for what no font has. */
const unknown = '?'

const require = createRequire(import.meta.url)

interface Face {
  /** By which `bytesOf` knows it. */
  name: string
  font: Font
}

const faces: Record<'400' | '700', Face[] | null> = { 400: null, 700: null }

function facesOf(weight: '400' | '700'): Face[] {
  faces[weight] ??= families.map(([family, subset]) => {
    const name = `@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`
    return { name, font: create(bytesOf(name)) }
  })
  return faces[weight]
}

/** The file of a font, by the name that a run has. */
export function bytesOf(name: string): Buffer {
  return readFileSync(require.resolve(name))
}

/** Text cut where another font has to draw it, in the order in which it stands on paper; `isWhole` is false where a character had to be replaced by a question mark. */
export function runsOf(text: string, isStrong: boolean): { runs: Run[]; isWhole: boolean } {
  const chain = facesOf(isStrong ? '700' : '400')
  const runs: Run[] = []
  let isWhole = true
  for (const character of text) {
    const shown = space.test(character) ? ' ' : character
    const last = runs.at(-1)
    const face = faceOf(chain, shown, last)
    // What cannot be seen is left out where nothing can draw it: it joins letters of scripts that have it.
    if (!face && hidden.test(shown)) continue
    if (!face) isWhole = false
    const drawn = face ? shown : unknown
    const { name } = face ?? (chain[0] as Face)
    if (last?.font === name) last.text += drawn
    else runs.push({ font: name, text: drawn })
  }
  return { runs: runs.flatMap((run) => inOrder(run, (chain[0] as Face).name)), isWhole }
}

/** Signs that several fonts have stay with the letters before them; letters go to the first font that has them. */
function faceOf(chain: readonly Face[], character: string, last: Run | undefined): Face | undefined {
  const has = ({ font }: Face) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
  const same = chain.find(({ name }) => name === last?.font)
  return same && has(same) ? same : chain.find(has)
}

// A font draws a word from right to left by itself, its space among the letters, and words one after the other.
function inOrder({ font, text }: Run, spaces: string): Run[] {
  if (!rightToLeft.test(text)) return [{ font, text }]
  const words = text.split(' ').toReversed()
  return words.flatMap((word, index) => [
    ...(index > 0 ? [{ font: spaces, text: ' ' }] : []),
    ...(word === '' ? [] : [{ font, text: word }]),
  ])
}

import type { PageWords, Word } from '../src/modules/menu-scan/read/page.ts'

const letter = 12
const line = 40

/** The words of a page as a sure reader would see them: every letter so wide, every line so far below the one before. Lines in capitals after `#` are larger, after `-` smaller. */
export function wordsOf(lines: readonly string[]): PageWords {
  const words = lines.flatMap((text, at) => wordsOfLine(text, at))
  return { width: 1200, height: lines.length * line + 200, words, marks: [] }
}

function wordsOfLine(text: string, at: number): Word[] {
  const scale = text.startsWith('#') ? 1.4 : text.startsWith('-') ? 0.75 : 1
  const plain = text.replace(/^[#-]/, '')
  const base = 100 + at * line
  return [...plain.matchAll(/\S+/g)].map(({ 0: word, index }) => {
    const rises = /[A-Z0-9bdfhklt(₹]/.test(word)
    const falls = /[gjpqy,;()]/.test(word)
    return {
      text: word,
      confidence: 0.95,
      left: 60 + index * letter * scale,
      right: 60 + (index + word.length) * letter * scale,
      top: base - 22 * scale * (rises ? 0.78 : 0.57),
      bottom: base + (falls ? 22 * scale * 0.22 : 0),
    }
  })
}

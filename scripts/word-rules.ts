import { isTest } from './import-rules.ts'
import { lineOf, type SourceFile, type Violation } from './import-scan.ts'

/** A word that CONTEXT.md asks not to use, and the term that stands for it. */
export type Avoided = { word: string; term: string }

const INSIDE = /^apps\/web\/src\/|^packages\/contract\/src\/|^apps\/api\/src\/modules\//
// Words that a term avoids and that screens need for something else: a message template, the limit of a role, a reset filter.
const HAVE_ANOTHER_SENSE = new Set(
  (
    'admin assign brand category date error field force gross group icon key limit list lock message name new ' +
    'notification open order page pending place profile range reopen reset restaurant restore right sale SKU state tag undo zone'
  ).split(' '),
)
// Of an address of the web, not of a person.
const OTHERWISE_SAID = /user or password/g
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g
const TEXT = /'((?:[^'\\\n]|\\.)*)'|"([^"\\\n]*)"|`((?:[^`\\]|\\.)*)`|>([^<>{}=;()]*[A-Za-z][^<>{}=;()]*)</g
const FOR_PEOPLE = /^\s*[A-Z][a-z]|[a-z]{2} [a-z…]|… /
const SQL = /\b(?:select|insert into|delete from|update \w+ set|order by|group by|coalesce)\b/

/** The words of the third column of CONTEXT.md's table; what stands in brackets or in code is a remark. */
export function readAvoided(context: string): Avoided[] {
  return context.split('\n').flatMap((line) => {
    const [, first = '', , not = ''] = line.split('|')
    const term = /\*\*([^*]+)\*\*/.exec(first)?.[1]
    if (!term) return []
    const words = not.replace(/\([^)]*\)|`[^`]*`/g, '').split(/[,;]/)
    return words
      .map((word) => word.trim())
      .filter((word) => /^[A-Za-z][A-Za-z -]+$/.test(word) && !HAVE_ANOTHER_SENSE.has(word))
      .map((word) => ({ word, term }))
  })
}

/** What the texts of these sources say otherwise than CONTEXT.md, and what is let pass for nothing. */
export function wordViolations(files: SourceFile[], context: string): Violation[] {
  return [...findAvoidedWords(files, readAvoided(context)), ...findNeedlessExemptions(files)]
}

/** Texts on screens and in messages that use a word which CONTEXT.md asks not to use. */
export function findAvoidedWords(files: SourceFile[], avoided: Avoided[]): Violation[] {
  const patterns = avoided.map(({ word, term }) => ({ word, term, pattern: patternOf(word) }))
  return files.filter(isInside).flatMap((file) =>
    textsOf(file).flatMap(({ text, index }) =>
      patterns
        .filter(({ pattern }) => pattern.test(text))
        .map(({ word, term }) => ({
          path: file.path,
          line: lineOf(file.text, index),
          message: `says "${word}": the word is "${term}" (CONTEXT.md)`,
        })),
    ),
  )
}

/** Words that are let pass for another sense, which no text has any more. */
export function findNeedlessExemptions(files: SourceFile[]): Violation[] {
  const texts = files.filter(isInside).flatMap((file) => textsOf(file).map(({ text }) => text))
  return [...HAVE_ANOTHER_SENSE]
    .filter((word) => !texts.some((text) => patternOf(word).test(text)))
    .map((word) => ({ path: 'scripts/word-rules.ts', line: 1, message: `lets "${word}" pass, which no text says` }))
}

const patternOf = (word: string) => new RegExp(`\\b${word}(?:e?s)?\\b`, 'i')

function isInside({ path }: SourceFile): boolean {
  return INSIDE.test(path) && !isTest(path)
}

function textsOf({ text }: SourceFile): { text: string; index: number }[] {
  const code = text.replace(COMMENT, (comment) => comment.replace(/[^\n]/g, ' '))
  return [...code.matchAll(TEXT)]
    .map((match) => ({
      index: match.index,
      text: (match[1] ?? match[2] ?? match[3] ?? match[4] ?? '').replace(/\$\{[^}]*\}/g, '…').replace(OTHERWISE_SAID, ''),
    }))
    .filter(({ text: words }) => FOR_PEOPLE.test(words) && !SQL.test(words))
}

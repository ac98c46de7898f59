import { setImmediate as nextTurn } from 'node:timers/promises'

// Where these are guessed, a hundred million tries are not enough; the next lower step falls to a million.
const good = 3
// Longer ones only take longer to look at: what this much of them is worth is enough.
const looked = 48
// One word and a year, in whatever signs: seasons, months and places, of which the library knows too few. What is longer is several words.
const wordAndYear =
  /^[^\p{L}\p{N}]*(?:[\p{L}\p{M}]{1,12}[^\p{L}\p{N}]*(?:19|20)?\d\d|(?:19|20)?\d\d[^\p{L}\p{N}]*[\p{L}\p{M}]{1,12})[^\p{L}\p{M}\p{N}]*$/u
// What is left of a password without the words that others know of the person.
const fewestOwn = 6
const tooEasy = 'is too easy to guess: use several unrelated words, and not your name, your e-mail address or Larder'

let guessing: ReturnType<typeof load> | undefined

/**
 * Why a password is too easy to guess, in words for the person; null of a good one. `about` is what others know of the person and the
 * place: name, e-mail, the product. It is looked at as a guesser would: common passwords, words, rows of keys, repetitions, dates.
 */
export async function whyWeak(password: string, about: readonly string[]): Promise<string | null> {
  if (wordAndYear.test(password)) return tooEasy
  guessing ??= load()
  const guesser = await guessing
  await nextTurn()
  const known = wordsOf(about)
  const { score } = guesser.check(password.slice(0, looked), known)
  return score >= good && lettersBesides(password, known) >= fewestOwn ? null : tooEasy
}

// Its dictionaries take 25 MB: loaded when the first password is chosen.
async function load() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
}

function lettersBesides(password: string, known: readonly string[]): number {
  const longestFirst = known.filter(Boolean).sort((a, b) => b.length - a.length)
  const left = longestFirst.reduce((rest, word) => rest.replaceAll(word.toLowerCase(), ''), password.toLowerCase())
  return left.replace(/[^\p{L}\p{M}\p{N}]/gu, '').length
}

/** Each text, its words, and its words written together. */
function wordsOf(about: readonly string[]): string[] {
  return about.flatMap((text) => {
    const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2)
    return [text, words.join(''), ...words]
  })
}

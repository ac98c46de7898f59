/** How large words stand, beside the text of their paper. */
export type WordSize = 'small' | 'normal' | 'large' | 'huge'

interface Look {
  size?: WordSize
  isStrong?: boolean
}

/** One part of what is printed, as the words that stand there; line breaks within them are kept. */
export type Block =
  | ({ kind: 'words'; text: string; align?: 'left' | 'centre' } & Look)
  /** A label at the left and its amount or answer at the right; a hint below the label. */
  | ({ kind: 'pair'; left: string; right: string; hint?: string | undefined } & Look)
  /** How much, of what, for how much; below it what else is said of it. */
  | ({ kind: 'entry'; lead: string; text: string; right?: string; below: readonly string[] } & Look)
  /** Words that nobody may overlook, between two rules. */
  | { kind: 'mark'; text: string }
  | { kind: 'rule' }

/** A document as the program that draws it takes it: every word is written already, and none is interpreted. */
export interface Sheet {
  /** Of the file: what its viewer calls it. */
  title: string
  /** A receipt printer's roll of 80 mm, as long as what stands on it, or as many sheets of A4 as it takes. */
  paper: 'roll' | 'a4'
  /** When it was printed: the same sheet is the same file. */
  at: Date
  blocks: readonly Block[]
}

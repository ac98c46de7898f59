/** Edges in pixels of the page's picture. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** A word as it was read, and how sure that is, 0 to 1. */
export interface Word extends Box {
  text: string
  confidence: number
}

/** A veg mark that is drawn, not written. */
export interface DrawnMark extends Box {
  mark: 'veg' | 'non-veg'
}

/** What a page holds: its words in no order. */
export interface PageWords {
  width: number
  height: number
  words: Word[]
  marks: DrawnMark[]
}

export interface PageRead extends PageWords {
  /** How many pages the file has. */
  pages: number
  /** WebP, level. */
  picture: Uint8Array
}

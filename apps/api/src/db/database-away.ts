/** The database cannot be had now and may come back by itself: it is worth waiting for. The message says why, to go on "Waiting for the database: ". */
export class DatabaseAway extends Error {
  /** Why, without addresses, paths and words of the server: for whoever asks from outside. */
  readonly inShort: string

  constructor(message: string, inShort: string) {
    super(message)
    this.name = 'DatabaseAway'
    this.inShort = inShort
  }
}

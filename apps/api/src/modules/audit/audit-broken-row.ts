/** A row that does not fit, and in plain words why. */
export interface BrokenRow {
  table: 'audit_entry' | 'ledger_entry' | 'audit_seal' | 'audit_verdict'
  id: number
  because: string
}

/** A broken row in a sentence: `audit_entry 17: its content was changed.` */
export function tellBroken({ table, id, because }: BrokenRow): string {
  return `${table} ${id}: ${because}.`
}

/** The one with the lowest number; of two with the same, the former. */
export function firstBroken(...rows: (BrokenRow | null)[]): BrokenRow | null {
  return rows.reduce((first, row) => (row && (!first || row.id < first.id) ? row : first), null)
}

/** Tables in which nothing is kept that people would look up who changed it, with the reason; whatever is done may write them besides. */
const ofAnything: Readonly<Record<string, string>> = {
  audit_entry: 'the record itself',
  event: 'what screens hear',
  ledger_entry: 'a record of its own, which is never changed',
  ledger_balance_delta: 'sums of the ledger',
  mail: 'what is sent, with a state of its own',
  mail_attachment: 'a part of a mail',
  menu_change: 'what channels fetch of a menu',
  menu_revision: 'the number of what channels fetch',
  outside_record: 'what a till calls a record',
  sign_in_attempt: 'counted against guessing',
  session: 'when somebody was there last, and as whom they look',
  spent_challenge: 'a challenge that counts once',
}

const prints = { order_print: 'a copy, with its number' }
/** By the entity that an entry names: what its record keeps in tables of another name, or counts in other records, with the reason. */
const withRecord: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'cash-deposit': { cash_held: 'what is in hand, by order', rider: 'what is in hand' },
  'change-set': { change_row: 'its rows', menu_column: 'what a heading was taken for' },
  'choice-group': { item_choice_group: 'the items that it comes with' },
  item: { channel_key: 'when its till was heard last' },
  'crate-movement': { crate_balance: 'sums of the movements' },
  customer: { orders: 'the orders of who was merged' },
  'menu-scan': { menu_scan_row: 'its rows' },
  'menu-scan-row': { menu_scan_word: 'what was corrected, for the next page' },
  order: {
    ...prints,
    customer: 'who orders by an app, as the app has them',
    customer_due: 'what a customer owes for it',
    refund: 'its refunds, whose entries are those of the order',
    rider: 'who carries it now',
    rider_day: 'figures of a day',
  },
  remedy: { orders: 'the sum of what was given for it', wallet_credit: 'the credit that it gives', wallet_entry: 'its coming and going' },
  review: { store: 'its rating' },
  rider: { rider_shift: 'its shifts', rider_message: 'what is written to it', rider_incident: 'what is noted of it' },
  session: { sign_in_device: 'from where', passkey: 'when it was used last' },
  staff: { sign_in_device: 'from where', authenticator: 'the second factor', recovery_code: 'the second factor' },
  'store-document': { store: 'whether its papers are complete' },
}

const tableNames: Readonly<Record<string, string>> = { order: 'orders' }
const tableOf = (entity: string) => tableNames[entity] ?? entity.replaceAll('-', '_')

/** Tables that were written though no entry names their records: neither a part of a record that one names, nor known to come with it. */
export function unaudited(written: readonly string[], audited: readonly string[], entities: ReadonlySet<string>): string[] {
  const own = new Set(audited.map(tableOf))
  const kept = new Set([...entities].map(tableOf))
  const isPart = (table: string) => !kept.has(table) && audited.some((entity) => table.startsWith(`${entity.replaceAll('-', '_')}_`))
  const comesWith = (table: string) => table in ofAnything || audited.some((entity) => table in (withRecord[entity] ?? {}))
  return written.filter((table) => !own.has(table) && !isPart(table) && !comesWith(table))
}

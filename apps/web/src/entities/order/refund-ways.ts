/** How what a customer paid gets back to them. */
export const refundWays = [
  { value: 'source', label: 'Back to the payment', hint: 'By the gateway or the card terminal' },
  { value: 'cash', label: 'In cash', hint: 'Out of the cash office: the note says who hands it over' },
  { value: 'credit', label: 'As credit', hint: 'What credits paid' },
  { value: 'manual', label: 'By hand', hint: 'From the bank: the note says how' },
] as const

/** How what a customer paid gets back to them, and what its note has to say; null where it needs none. */
export const refundWays = [
  { value: 'source', label: 'Back to the payment', hint: 'By the gateway or the card terminal', note: null },
  { value: 'cash', label: 'In cash', hint: 'Out of the cash office', note: 'who hands it over' },
  { value: 'credit', label: 'As credit', hint: 'What credits paid', note: null },
  { value: 'manual', label: 'By hand', hint: 'From the bank', note: 'how it gets to the customer' },
] as const

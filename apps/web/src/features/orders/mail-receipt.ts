import { type Order, type Output, orderPaperContract } from '@larder/contract'
import { confirmAction } from '#kit/actions/action.ts'
import { emailField } from '#kit/fields/fields.tsx'

/** The receipt goes to the customer, or to whoever they named. */
export const mailReceipt = confirmAction(orderPaperContract.mailReceipt, {
  label: 'Mail receipt',
  question: ({ number, customerName }: Order) => `The receipt of ${number} goes to ${customerName} as a PDF.`,
  asks: [emailField('to', { label: 'E-mail', help: 'Left empty, it is the address that the customer gave.' })],
  done: ({ number }, _, answer) => sentWords(number, answer as Output<typeof orderPaperContract.mailReceipt>),
  failed: ({ number }) => `The receipt of ${number} was not mailed`,
})

// Without a mail server nobody gets it unless somebody sees to it.
function sentWords(number: string, { to, isMailed }: Output<typeof orderPaperContract.mailReceipt>): string {
  return isMailed ? `Receipt of ${number} mailed to ${to}` : `No mail server is set up: the receipt of ${number} is kept in Outgoing mail`
}

import { newId } from '@larder/contract'
import type { Examples } from '../world.ts'

/** Good calls of what is done with mail that was written: it failed, and a paper goes with it. */
export const examples: Examples = ({ db }) => {
  return {
    'mail.retry': async () => {
      const mail = { to_address: `${newId()}@larder.test`, to_name: 'Somebody', subject: 'Your order', body: 'Hello', status: 'failed' }
      const id = newId()
      await db
        .insertInto('mail')
        .values({ id, ...mail })
        .execute()
      const paper = { name: 'Receipt 1.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.7') }
      await db
        .insertInto('mail_attachment')
        .values({ mail_id: id, ...paper })
        .execute()
      return { params: { id }, body: { version: 1 } }
    },
  }
}

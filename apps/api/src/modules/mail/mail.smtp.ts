import { createTransport } from 'nodemailer'
import type { Services } from '#kit/context.ts'

export interface Letter {
  id: string
  to: string
  toName: string
  subject: string
  text: string
  attachments: readonly Attachment[]
}

/** A file that goes with a mail. */
export interface Attachment {
  name: string
  type: string
  bytes: Uint8Array
}

/** What became of an attempt: the server took it, will never take it, or could not be reached or asked to come again; in its words. */
export type Outcome = { isSent: true } | { isRefused: string } | { isAway: string }
export type SendMail = (letter: Letter) => Promise<Outcome>

// A server that is there answers within these; the job waits for nobody for minutes.
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 5_000 }
const longest = 300

/** Sends by the mail server of the configuration, one connection for each mail. */
export function openMailServer({ smtpUrl, from, publicUrl }: NonNullable<Services['config']['mail']>): SendMail {
  const transport = createTransport({ url: smtpUrl, ...patience, disableFileAccess: true, disableUrlAccess: true })
  const host = new URL(publicUrl).hostname
  return async ({ id, to, toName, subject, text, attachments }) => {
    try {
      // Sent twice it is the same message: whoever gets both can tell.
      await transport.sendMail({
        from,
        to: { name: toName, address: to },
        subject,
        text,
        messageId: `<${id}@${host}>`,
        attachments: attachments.map(({ name, type, bytes }) => ({ filename: name, contentType: type, content: Buffer.from(bytes) })),
      })
      return { isSent: true }
    } catch (error) {
      return outcomeOf(error)
    }
  }
}

function outcomeOf(error: unknown): Outcome {
  const { code, responseCode = 0, message } = error as { code?: string; responseCode?: number; message: string }
  const words = message.slice(0, longest)
  // That it does not know us is for who runs the server to mend, and says nothing of this mail.
  const isForGood = responseCode >= 500 && code !== 'EAUTH'
  return isForGood ? { isRefused: words } : { isAway: words }
}

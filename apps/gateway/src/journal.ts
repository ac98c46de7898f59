import { closeSync, existsSync, fdatasyncSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { Payment } from './payment.ts'

/** Something to tell whoever takes the money. */
export const Callback = z.object({ id: z.string(), type: z.string(), payment: z.string() })
export type Callback = z.infer<typeof Callback>

const Line = z.object({
  payment: z.optional(Payment),
  /** To be sent, or sent by now. */
  callback: z.optional(Callback),
  sent: z.optional(z.string()),
  /** Where callbacks go. */
  endpoint: z.optional(z.string()),
  /** Where it was found: what customers were given leads there. */
  port: z.optional(z.int()),
})
type Line = z.infer<typeof Line>

/** Everything that the gateway knows, in one file of lines: what is written is on disk before anybody is told. */
export interface Journal {
  readonly payments: ReadonlyMap<string, Payment>
  readonly waiting: ReadonlyMap<string, Callback>
  endpoint(): string | null
  port(): number | null
  write(...lines: Line[]): void
  close(): void
}

/**
 * Reads the journal of a folder, which is made; nothing in it is touched before the first line is written. A line that a kill cut short is
 * dropped then: nobody was told of it.
 */
export function openJournal(folder: string): Journal {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'journal.jsonl')
  let file: number | null = null
  const payments = new Map<string, Payment>()
  const waiting = new Map<string, Callback>()
  let endpoint: string | null = null
  let port: number | null = null

  function take({ payment, callback, sent, endpoint: given, port: found }: Line): void {
    if (payment) payments.set(payment.id, payment)
    if (callback) waiting.set(callback.id, callback)
    if (sent) waiting.delete(sent)
    if (given) endpoint = given
    if (found) port = found
  }

  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  for (const line of whole.split('\n')) if (line !== '') take(z.parse(Line, JSON.parse(line)))

  return {
    payments,
    waiting,
    endpoint: () => endpoint,
    port: () => port,
    write(...lines) {
      if (file === null) {
        if (whole.length < text.length) truncateSync(path, Buffer.byteLength(whole))
        file = openSync(path, 'a')
      }
      writeSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
      fdatasyncSync(file)
      for (const line of lines) take(line)
    },
    close: () => file !== null && closeSync(file),
  }
}

import type { IncomingMessage } from 'node:http'
import type { RefusalReason } from '@larder/contract'
import { Refusal } from '../errors.ts'

const bearer = /^Bearer ([\x21-\x7e]{1,512})$/i
const token = /^[\x21-\x7e]{1,512}$/

/**
 * The one credential of a request: `x-api-key`, or `Authorization: Bearer`, or both if they are equal. Null without any. 401 when two
 * disagree, a header comes twice or has another form. Query and cookies are never looked at.
 */
export function readCredential(request: IncomingMessage): string | null {
  const key = onlyValue(request, 'x-api-key')
  const authorization = onlyValue(request, 'authorization')
  const fromBearer = authorization === null ? null : (bearer.exec(authorization)?.[1] ?? null)
  if ((authorization !== null && fromBearer === null) || (key !== null && !token.test(key))) {
    refuseCredential('credentials-malformed', 'The credential must be sent as "x-api-key" or as "Authorization: Bearer".')
  }
  if (key !== null && fromBearer !== null && key !== fromBearer) {
    refuseCredential('credentials-conflict', 'The headers x-api-key and Authorization carry different credentials.')
  }
  return key ?? fromBearer
}

// Node keeps the first of two `authorization` headers and joins others: the raw list alone shows both.
function onlyValue({ rawHeaders }: IncomingMessage, name: string): string | null {
  let found: string | null = null
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() !== name) continue
    if (found !== null) refuseCredential('credentials-conflict', `The header ${name} is sent twice.`)
    found = rawHeaders[at + 1] ?? ''
  }
  return found
}

function refuseCredential(reason: RefusalReason<'credentials'>, message: string): never {
  throw new Refusal('credentials', { reason, message })
}

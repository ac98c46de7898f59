import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Device, Services } from '../context.ts'
import { hashToken, newToken } from './sessions.ts'

const name = 'larder-device'
const keptDays = 180
const mostPerAccount = 50

export const noDevice: Device = { presented: () => null, keep: () => {} }

export function deviceOf(request: FastifyRequest, reply: FastifyReply): Device {
  return {
    presented() {
      const token = parseCookie(request.headers.cookie ?? '')[name]
      return token !== undefined && token.length <= 100 ? token : null
    },
    keep(token) {
      const life = { maxAge: keptDays * 86_400, path: '/api/login', httpOnly: true, sameSite: 'strict' } as const
      reply.header('set-cookie', stringifySetCookie({ name, value: token, ...life, secure: request.protocol === 'https' }))
    },
  }
}

/** Remembers that an account signed in from this browser; gives what the browser has to keep. */
export async function rememberDevice(
  { writable: db }: Pick<Services, 'writable'>,
  account: string,
  presented: string | null,
): Promise<string> {
  const { token, hash } =
    presented !== null && (await isOurs(db, presented)) ? { token: presented, hash: hashToken(presented) } : newToken()
  await sql`insert into sign_in_device (account, token_hash) values (${account}, ${hash})
    on conflict (account, token_hash) do update set last_used_at = now()`.execute(db)
  // A program that signs in keeps no cookies: each time it is another browser.
  await sql`delete from sign_in_device where account = ${account} and token_hash in (
    select token_hash from sign_in_device where account = ${account} order by last_used_at desc offset ${mostPerAccount})`.execute(db)
  return token
}

// Of several people at one browser each is known by the same token; one that somebody else made up is not taken over.
async function isOurs(db: Database, token: string): Promise<boolean> {
  const found = await db
    .selectFrom('sign_in_device')
    .select('account')
    .where('token_hash', '=', hashToken(token))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

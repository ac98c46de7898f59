import type { Output, Parsed, sessionContract } from '@larder/contract'
import { sql } from 'kysely'
import { verifyPassword } from '#kit/access/passwords.ts'
import { tellAccessChange } from '#kit/access/sessions.ts'
import { accountKey, countGuess, ownSessionPlace } from '#kit/access/sign-in-limits.ts'
import type { Context } from '#kit/context.ts'
import { invalid, notFound } from '#kit/errors.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { spendSignature } from './passkey-signature.service.ts'
import { spendCode } from './second-factor-codes.service.ts'
import { findAccount, findPerson } from './session.queries.ts'

type Contract = typeof sessionContract
type Proof = Parsed<Contract['prove']>['body']

/** Who is signed in proves again that it is them; what asks for a recent proof is open to this session for some minutes. */
export async function prove(ctx: Context, { body }: Parsed<Contract['prove']>): Promise<Output<Contract['prove']>> {
  const { services, actor } = ctx
  const isProved = await countGuess(services, ownSessionPlace(actor), async () => ((await isThem(ctx, body)) ? true : null))
  if (!isProved) invalid(whatIsWrong(body))
  const id = actor.sessionId ?? notFound('session')
  return unitOfWork(ctx, async (work) => {
    await work.db.updateTable('session').set({ proved_at: sql`now()` }).where('id', '=', id).execute()
    await tellAccessChange(services, work, { about: 'proof', id })
    work.nothing()
    return { status: true as const }
  })
}

async function isThem(ctx: Context, { password, code, passkey }: Proof): Promise<boolean> {
  const { services, actor } = ctx
  if (passkey) return (await spendSignature(ctx, passkey))?.staffId === actor.id
  if (code !== undefined) return (await spendCode(services, actor.id, code)) !== null
  return isOwnPassword(ctx, password ?? '')
}

function whatIsWrong({ code, passkey }: Proof): Record<string, string> {
  if (passkey) return { 'body.passkey': 'is not one of yours' }
  return code === undefined ? { 'body.password': 'is wrong' } : { 'body.code': 'is not right, or was used already' }
}

/** Whether it is the password of who is signed in; to be asked within `countGuess`. */
export async function isOwnPassword({ services, actor }: Context, password: string): Promise<boolean> {
  const { person } = await findPerson(services.db, actor.id)
  const account = await findAccount(services.db, accountKey(person.email))
  return verifyPassword(account?.password_hash ?? null, password)
}

import type { Output, Parsed, SecondFactor, secondFactorContract } from '@larder/contract'
import { sql } from 'kysely'
import { needsSecondFactor } from '#kit/access/second-factor.ts'
import { revokeSessions, tellAccessChange } from '#kit/access/sessions.ts'
import { countGuess, ownSessionPlace } from '#kit/access/sign-in-limits.ts'
import type { Context, Work } from '#kit/context.ts'
import { invalid, refuse } from '#kit/errors.ts'
import { wholeInstallation } from '#kit/live/audience.ts'
import { readSetting } from '#kit/settings.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { keyAddress, newKey } from './authenticator.ts'
import { isOwnPassword } from './proof.service.ts'
import { confirmKey, dropSecondFactor, keepKey, makeRecoveryCodes, spendCode } from './second-factor-codes.service.ts'
import { findPerson } from './session.queries.ts'

type Contract = typeof secondFactorContract

export async function getSecondFactor({ services, actor }: Context): Promise<SecondFactor> {
  const { rows } = await sql<{ since: string | null; left: number }>`
    select (select confirmed_at from authenticator where staff_id = ${actor.id}) as since,
      (select count(*)::int from recovery_code where staff_id = ${actor.id} and used_at is null) as left`.execute(services.db)
  return {
    since: rows[0]?.since ?? null,
    recoveryCodesLeft: rows[0]?.left ?? 0,
    isRequired: await needsSecondFactor(services, actor),
  }
}

/** A key that asks for nothing yet: it is in use once a code of it was told. */
export async function beginSecondFactor(ctx: Context): Promise<Output<Contract['begin']>> {
  const { services, actor } = ctx
  await refuseWhenOn(ctx)
  const key = newKey()
  const { person } = await findPerson(services.db, actor.id)
  await unitOfWork(ctx, async (work) => {
    await keepKey(services, work, actor.id, key)
    work.nothing()
  })
  return { key, address: keyAddress(key, { issuer: await readSetting(services, 'installation.name'), account: person.email }) }
}

export async function confirmSecondFactor(
  ctx: Context,
  { body: { code } }: Parsed<Contract['confirm']>,
): Promise<Output<Contract['confirm']>> {
  const { services, actor } = ctx
  await refuseWhenOn(ctx)
  return unitOfWork(ctx, async (work) => {
    if (!(await confirmKey(services, work, actor.id, code))) invalid({ 'body.code': 'is not the one that the app shows now' })
    const recoveryCodes = await makeRecoveryCodes(work, actor.id)
    await revokeSessions(services, work, { staffId: actor.id, except: actor.sessionId }, 'second-factor-added')
    await recordChange(ctx, work, 'turnOnSecondFactor', { hasSecondFactor: false }, { hasSecondFactor: true })
    return { recoveryCodes }
  })
}

export async function turnOffSecondFactor(ctx: Context, { body }: Parsed<Contract['turnOff']>): Promise<SecondFactor> {
  await refuseWhenOff(ctx)
  const { services, actor } = ctx
  const isRight = await countGuess(services, ownSessionPlace(actor), async () =>
    (await isOwnPassword(ctx, body.password)) ? spendCode(services, actor.id, body.code) : null,
  )
  if (!isRight) invalid({ 'body.password': 'or code is not right' })
  await unitOfWork(ctx, async (work) => {
    await dropSecondFactor(work, actor.id)
    await recordChange(ctx, work, 'turnOffSecondFactor', { hasSecondFactor: true }, { hasSecondFactor: false })
  })
  return getSecondFactor(ctx)
}

export async function renewRecoveryCodes(
  ctx: Context,
  { body: { code } }: Parsed<Contract['renewCodes']>,
): Promise<Output<Contract['renewCodes']>> {
  await refuseWhenOff(ctx)
  const { services, actor } = ctx
  const isRight = await countGuess(services, ownSessionPlace(actor), () => spendCode(services, actor.id, code))
  if (!isRight) invalid({ 'body.code': 'is not right, or was used already' })
  return unitOfWork(ctx, async (work) => {
    const recoveryCodes = await makeRecoveryCodes(work, actor.id)
    await recordChange(ctx, work, 'renewRecoveryCodes', null, null)
    return { recoveryCodes }
  })
}

async function refuseWhenOn(ctx: Context): Promise<void> {
  if ((await getSecondFactor(ctx)).since) refuse('second-factor-on', 'Two-step sign-in is on already. Turn it off to use another app.')
}

async function refuseWhenOff(ctx: Context): Promise<void> {
  if (!(await getSecondFactor(ctx)).since) refuse('second-factor-off', 'Two-step sign-in is off.')
}

/** It is a change of the account, and holds in every process at once. */
async function recordChange(
  { services, actor }: Context,
  work: Work,
  action: string,
  old: object | null,
  now: object | null,
): Promise<void> {
  const { version } = await work.db
    .updateTable('staff')
    .set({ version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', actor.id)
    .returning('version')
    .executeTakeFirstOrThrow()
  await tellAccessChange(services, work, { about: 'staff', id: actor.id })
  const heard = { permission: 'staff.view', branchId: wholeInstallation, storeId: null } as const
  work.record({ ...heard, entity: 'staff', id: actor.id, version, action, old, new: now })
}

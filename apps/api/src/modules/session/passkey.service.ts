import { maxPasskeys, newId, type Output, type Parsed, type Passkey, type passkeyContract } from '@larder/contract'
import { sql } from 'kysely'
import type { Context } from '#kit/context.ts'
import { invalid, notFound, refuse } from '#kit/errors.ts'
import { wholeInstallation } from '#kit/live/audience.ts'
import { readSetting } from '#kit/settings.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { boundTo, library, makeChallenge, spendChallenge } from './passkey-signature.service.ts'
import { findPerson } from './session.queries.ts'

type Contract = typeof passkeyContract
const heard = { permission: 'staff.view', branchId: wholeInstallation, storeId: null } as const
const toAdd = ({ actor }: Context) => `add ${actor.id}`

export async function listPasskeys({ services, actor }: Context): Promise<Passkey[]> {
  const rows = await services.db
    .selectFrom('passkey')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('staff_id', '=', actor.id)
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, created_at, last_used_at }) => ({ id, name, createdAt: created_at, lastUsedAt: last_used_at }))
}

export async function beginPasskey(ctx: Context): Promise<Output<Contract['begin']>> {
  const { rpID } = boundTo(ctx)
  const { services, actor } = ctx
  const { generateRegistrationOptions } = await library()
  const { person } = await findPerson(services.db, actor.id)
  const own = await services.db.selectFrom('passkey').select('credential_id').where('staff_id', '=', actor.id).execute()
  refuseFull(own.length)
  const options = await generateRegistrationOptions({
    rpID,
    rpName: await readSetting(services, 'installation.name'),
    userID: new TextEncoder().encode(actor.id),
    userName: person.email,
    userDisplayName: person.name,
    challenge: Buffer.from(makeChallenge(services, toAdd(ctx)), 'base64url'),
    attestationType: 'none',
    excludeCredentials: own.map(({ credential_id }) => ({ id: credential_id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { ...options }
}

export async function addPasskey(ctx: Context, { body: { name, credential } }: Parsed<Contract['create']>): Promise<Passkey> {
  const { origin, rpID } = boundTo(ctx)
  const { services, actor } = ctx
  const { verifyRegistrationResponse } = await library()
  const { id, transports, ...response } = credential
  const verified = await verifyRegistrationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    expectedChallenge: (challenge) => spendChallenge(services, toAdd(ctx), challenge),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch(() => null)
  if (!verified?.registrationInfo) invalid({ 'body.credential': 'is not what was asked for; try again' })
  const made = verified.registrationInfo.credential
  return unitOfWork(ctx, async (work) => {
    const { count } = await work.db
      .selectFrom('passkey')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('staff_id', '=', actor.id)
      .executeTakeFirstOrThrow()
    refuseFull(Number(count))
    const row = await work.db
      .insertInto('passkey')
      .values({
        id: newId(),
        staff_id: actor.id,
        credential_id: made.id,
        public_key: Buffer.from(made.publicKey),
        signed: made.counter,
        transports: sql`${transports}::text[]`,
        name,
      })
      .returning(['id', 'created_at'])
      .executeTakeFirstOrThrow()
    work.record({ ...heard, entity: 'passkey', id: row.id, version: 1, action: 'create', old: null, new: { name } })
    return { id: row.id, name, createdAt: row.created_at, lastUsedAt: null }
  })
}

function refuseFull(count: number): void {
  if (count >= maxPasskeys) refuse('passkeys-full', `You have ${maxPasskeys} passkeys. Remove one that you no longer use.`)
}

export async function removePasskey(ctx: Context, { params: { id } }: Parsed<Contract['remove']>): Promise<Output<Contract['remove']>> {
  return unitOfWork(ctx, async (work) => {
    const removed = await work.db
      .deleteFrom('passkey')
      .where('id', '=', id)
      .where('staff_id', '=', ctx.actor.id)
      .returning('name')
      .executeTakeFirst()
    if (!removed) return notFound('passkey')
    work.record({ ...heard, entity: 'passkey', id, version: 2, action: 'remove', old: removed, new: null })
    return { id }
  })
}

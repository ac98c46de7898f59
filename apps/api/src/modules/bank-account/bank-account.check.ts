import { addMinutes, type Instant, maskAccount, newId, type Permission, type StaffMessage } from '@larder/contract'
import { findStaffActor } from '#kit/access/lookup.ts'
import type { Context, Work } from '#kit/context.ts'
import { type Because, refuse } from '#kit/errors.ts'
import { format } from '#kit/format.ts'
import { findApprovers, findNotRung, mayApprove } from '#kit/record/approval.ts'
import { aloneWords } from '#kit/record/hands.ts'
import type { OwnRow } from '#kit/resource/declaration.ts'
import { readSetting } from '#kit/settings.ts'
import { writeMail } from '#modules/mail/mail.service.ts'
import { keepMessage } from '#modules/rider/rider.service.ts'
import { findOwner, type KnownOwner } from './bank-account.owner.ts'

type Row = Omit<OwnRow<'bank_account'>, 'account_number' | 'updated_at'>

interface Checking {
  ctx: Context
  work: Work
  row: Row & { entered_by_name: string }
}

const placeOf = ({ branch_id, store_id }: Pick<Row, 'branch_id' | 'store_id'>) => ({ branchId: branch_id, storeId: store_id })

/**
 * How an account begins: with the application of whoever is not taken on yet, which another person approves as a whole; else it waits for one.
 * Where nobody else could approve it, it says so, and waits for its time alone.
 */
export async function beginningOf(ctx: Context, owner: KnownOwner) {
  if (!owner.isTakenOn) return { state: 'approved', effective_at: ctx.clock.instant() }
  const { by, waits = null } = await findApprovers(ctx, ctx.actor, 'bank-account.approve', placeOf(owner), 'bank-account.view')
  if (by.length > 0 || waits) return { state: 'waiting', status_reason: waits }
  return { state: 'approved', status_reason: aloneWords, effective_at: await cooledAt(ctx) }
}

async function cooledAt({ clock, services }: Context): Promise<Instant> {
  return addMinutes(clock.instant(), 60 * (await readSetting(services, 'bankAccount.coolingHours')))
}

const decided: Because = { reason: 'bank-account-decided', message: 'It is decided already.' }
/** What is said to whoever entered it. */
export const ownAccount: Because = { reason: 'own-bank-account', message: 'Somebody else decides on an account that you entered.' }

export function whyNotApprove({ state }: Row): Because | null {
  return state === 'waiting' ? null : decided
}

/** One that is not in use yet is still refused. */
export function whyNotRefuse(row: Row, { actor, clock }: Context): Because | null {
  const isCooling = row.state === 'approved' && row.effective_at !== null && row.effective_at > clock.instant()
  return (isCooling ? null : whyNotApprove(row)) ?? (row.entered_by === actor.id ? ownAccount : null)
}

/** Refuses to approve what nobody could enter now: its maker lost the right to, or its owner is paid no more. */
export async function refuseOutdated({ ctx, row }: Checking): Promise<null> {
  const maker = await findStaffActor(ctx.services, row.entered_by)
  if (!maker || !mayApprove(maker, 'bank-account.create', placeOf(row)))
    refuse(
      'bank-account-maker',
      `${row.entered_by_name} may not enter bank accounts here any more. Refuse it, and let somebody else enter it.`,
    )
  const owner = await ownerOf(ctx, row)
  if (owner?.gone) refuse('bank-account-owner', `${owner.name} ${owner.gone}.`)
  return null
}

export async function approvedNow(ctx: Context, exception: string | null) {
  return { state: 'approved', ...checkedBy(ctx), status_reason: exception, effective_at: await cooledAt(ctx) }
}

export function refusedNow(ctx: Context, because: string) {
  return { state: 'refused', ...checkedBy(ctx), status_reason: because, effective_at: null }
}

const checkedBy = ({ actor, clock }: Context) => ({ checked_by: actor.id, checked_at: clock.instant() })

function ownerOf(ctx: Context, { store_id, rider_id }: Row) {
  return findOwner(ctx, { storeId: store_id, riderId: rider_id })
}

/** Rings for whoever could approve what was entered. */
export async function tellCheckers(ctx: Context, work: Work, now: Row): Promise<void> {
  const owner = await ownerOf(ctx, now)
  const title = `${ctx.actor.name} asks for approval: bank account of ${owner?.name}`
  const permission = 'bank-account.approve'
  const butStaffIds = await findNotRung(ctx, [ctx.actor.id], permission, placeOf(now), 'bank-account.view')
  const hearers = { permission, butStaffIds } as const
  ring(ctx, work, now, { tone: 'info', title, text: wordsOf(now) }, hearers)
}

/** Tells whoever entered it what became of it. */
export async function tellMaker(ctx: Context, work: Work, now: Row): Promise<void> {
  const name = (await ownerOf(ctx, now))?.name
  const words = now.effective_at
    ? { tone: 'success' as const, title: `Approved: bank account of ${name}`, text: `By ${ctx.actor.name}.` }
    : { tone: 'warning' as const, title: `Refused: bank account of ${name}`, text: `${ctx.actor.name}: ${now.status_reason}` }
  ring(ctx, work, now, words, { permission: 'bank-account.view', staffId: now.entered_by })
}

/** Tells its owner where they are paid from when on, or that what they were told before does not hold: they may know better. */
export async function tellOwner(ctx: Context, work: Work, now: Row): Promise<void> {
  const owner = await ownerOf(ctx, now)
  if (!owner) return
  const from = now.effective_at && format().instant(now.effective_at, 'dateTime', owner.time_zone)
  const text = from
    ? `From ${from} you are paid to another bank account: ${wordsOf(now)}. If you did not ask for that, tell us before.`
    : `You are not paid to another bank account, as we had told you: ${wordsOf(now)} was ${now.state}.`
  if (owner.store_id === null) return void (await keepMessage(ctx, work, owner, text))
  if (!owner.email) return
  const sender = await readSetting(ctx.services, 'installation.name')
  const mail = { to: owner.email, toName: owner.name, subject: `Where ${owner.name} is paid` }
  await writeMail(ctx, work, { ...mail, body: `${text}\n\n${sender}\n` })
}

const wordsOf = ({ holder, tail, code }: Row) => `${holder}, ${maskAccount(tail)}, ${code}`

type Words = Pick<StaffMessage, 'tone' | 'title' | 'text'>

function ring(
  ctx: Context,
  { notify }: Work,
  now: Row,
  words: Words,
  hearers: { permission: Permission; staffId?: string; butStaffIds?: readonly string[] },
): void {
  const { id: entityId, version } = now
  const payload = { id: newId<'message'>(ctx.clock.ms()), ...words, entity: 'bank-account', entityId, at: ctx.clock.instant() }
  notify({ kind: 'message', entity: 'bank-account', entityId, version, ...hearers, ...placeOf(now), payload })
}

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Email } from '@larder/contract'
import { clusterIn } from '#db/embedded-cluster.ts'
import { chooseDatabaseRoot } from '#db/embedded-root.ts'
import { systemContext } from '#kit/access/system-actor.ts'
import { systemClock } from '#kit/clock.ts'
import type { Context } from '#kit/context.ts'
import { createServices } from '#kit/services.ts'
import { createLog } from '#kit/watch/logger.ts'
import { tellBroken } from '#modules/audit/audit-broken-row.ts'
import { checkAudit } from '#modules/audit/audit-check.service.ts'
import { staffHandlers } from '#modules/staff/staff.access.service.ts'
import { retireDemo } from '#seed/demo-access.ts'
import { createKey, type KeyWords, listKeys, revokeKey, rotateKey } from './admin-channel-key.ts'
import { makeBackup } from './backup/backup.ts'
import type { Findings } from './backup/checks.ts'
import { megabytes, restoreBackup } from './backup/restore.ts'
import { findSecrets, readConfig } from './config.ts'
import { createLifecycle } from './lifecycle.ts'
import { prepare } from './prepare.ts'

const USAGE = `Usage: npm run admin -- create --email E [--name N]
       npm run admin -- verify-audit [--acknowledge REASON]
       npm run admin -- retire-demo
       npm run admin -- channel-key create --kind KIND --channel NAME [--stores A,B | --branches A,B] [--scopes A,B] [--rate N]
       npm run admin -- channel-key list
       npm run admin -- channel-key rotate ID [--overlap DAYS]
       npm run admin -- channel-key revoke ID [--reason REASON]
       npm run admin -- backup FOLDER [--with-secrets]
       npm run admin -- restore BACKUP --to FOLDER`

/** Does something with an installation's database and ends. Works beside a running Larder. */
async function work<R>(operation: string, act: (ctx: Context) => Promise<R>): Promise<R> {
  const config = { ...readConfig(process.env), shareDatabase: true, logLevel: 'warn' as const }
  const log = createLog(config)
  const life = createLifecycle(log)
  try {
    const prepared = await prepare({ config, log, life, onAway: (reason) => reason !== null && fail(reason) })
    return await act(systemContext(createServices({ ...prepared, config, clock: systemClock, log }), operation))
  } finally {
    await life.stop()
  }
}

/** Whatever is not about beginning an installation is about one that is there. */
function requireInstallation(): void {
  if (process.env.DATABASE_URL) return
  const dataDir = resolve(process.env.DATA_DIR || '.data')
  if (existsSync(dataDir) && existsSync(clusterIn(chooseDatabaseRoot(dataDir).path))) return
  throw new Error(`There is no Larder in ${dataDir}: name its data folder in DATA_DIR, or its database in DATABASE_URL.`)
}

/** Opens an administrator's account and returns its temporary password. */
async function createAdmin(ctx: Context, email: string, name: string): Promise<string | null> {
  const { id } = await ctx.db.selectFrom('role').select('id').where('key', '=', 'admin').executeTakeFirstOrThrow()
  const body = {
    email,
    name,
    phone: null,
    roleId: id,
    scope: { kind: 'all' as const, ids: [] },
    firstSignIn: 'password' as const,
    expiresAt: null,
  }
  return (await staffHandlers.create(ctx, { body })).temporaryPassword
}

async function create(given: string | undefined, name: string | undefined): Promise<void> {
  if (given === undefined) throw new Error(USAGE)
  const { data: email, error: problem } = Email.safeParse(given)
  if (problem) throw new Error(`${given} ${problem.issues[0]?.message}`)
  const password = await work('admin.create', (ctx) => createAdmin(ctx, email, name ?? email))
  process.stdout.write(`${email} can sign in with this password, once; Larder then asks for one of their own:\n\n  ${password}\n\n`)
}

async function verifyAudit(acknowledgement: string | undefined): Promise<void> {
  const reason = acknowledgement?.trim() ?? null
  if (reason === '') throw new Error('--acknowledge needs the reason why what was found is let be')
  const { broken, entries, seals, head, missing } = await work('admin.verify-audit', (ctx) => checkAudit(ctx, { acknowledgement: reason }))
  if (broken) throw new Error(`The record of changes is broken. The first row that does not fit is ${tellBroken(broken)}`)
  process.stdout.write(`The record of changes is sound: ${entries} entries, ${seals} seals.\n`)
  if (missing) process.stdout.write(`There was no file ${missing} to hold it against; from now on the seals are kept there.\n`)
  if (head) process.stdout.write(`Keep the last seal elsewhere; while it is there, nothing was cut off:\n\n  ${head.id} ${head.hash}\n\n`)
}

async function retire(): Promise<void> {
  const { accounts, channelKeys } = await work('admin.retire-demo', retireDemo)
  if (accounts.length + channelKeys.length === 0) return void process.stdout.write('Nothing of a demo opens this database.\n')
  const lines = [...accounts.map(({ email }) => `${email} is suspended`), ...channelKeys.map(() => "the demo's channel key is revoked")]
  process.stdout.write(`Nothing of the demo opens this database any more:\n\n${lines.map((line) => `  ${line}\n`).join('')}\n`)
  process.stdout.write('An administrator of your own:  npm run admin -- create --email E\n')
}

async function channelKey(verb: string | undefined, id: string | undefined, words: KeyWords): Promise<void> {
  if (verb === 'create') await createKey(work, words)
  else if (verb === 'list') await listKeys(work)
  else if (verb === 'rotate') await rotateKey(work, id, words)
  else if (verb === 'revoke') await revokeKey(work, id, words)
  else throw new Error(USAGE)
}

async function backup(target: string | undefined, withSecrets: boolean): Promise<void> {
  if (target === undefined) throw new Error(USAGE)
  const made = await makeBackup({ config: readConfig(process.env), target: resolve(target), withSecrets, tell: createTeller() })
  process.stdout.write(`${resolve(target)}: ${megabytes(made.bytes)} MB. ${describe(made)}\n`)
  if (!withSecrets)
    process.stdout.write('Its secret is not in it: keep SECRET_KEY, or the file secret-key of the data folder, somewhere else.\n')
  complainOf(made, 'The backup was made, but what it holds is not sound')
}

async function restore(archive: string | undefined, to: string | undefined): Promise<void> {
  if (archive === undefined || to === undefined) throw new Error(USAGE)
  const folder = resolve(to)
  const findSecretsThere = () => findSecrets(process.env, folder)
  const found = await restoreBackup({ archive: resolve(archive), to: folder, findSecrets: findSecretsThere, tell: createTeller() })
  process.stdout.write(`${folder}: ${describe(found)}\n`)
  if (!found.isVerified)
    process.stdout.write(
      'The record of changes was not verified: give SECRET_KEY, or put the file secret-key into the folder, and run verify-audit.\n',
    )
  complainOf(found, 'What was restored is not sound')
  process.stdout.write(`Start Larder on it (a demo with npm start):\n\n  DATA_DIR=${folder} npm run start:production\n\n`)
}

function describe({ counts, isVerified, lastSeal }: Findings): string {
  const seal = lastSeal ? `, last seal ${lastSeal.id} ${lastSeal.hash}` : ''
  return `${counts.orders ?? 0} orders, ${counts.audit_entry ?? 0} entries of the record${isVerified ? ', verified' : ''}${seal}.`
}

function complainOf({ problems }: Findings, sentence: string): void {
  if (problems.length > 0) throw new Error(`${sentence}:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
}

/** Tells each kind of step at once, and how far it is every few seconds. */
function createTeller(): (step: string) => void {
  let [kind, toldAt] = ['', 0]
  return (step) => {
    const [next = ''] = step.split(':')
    if (next === kind && performance.now() - toldAt < 2000) return
    ;[kind, toldAt] = [next, performance.now()]
    process.stdout.write(`${step}\n`)
  }
}

function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

try {
  const options = {
    email: { type: 'string' },
    name: { type: 'string' },
    acknowledge: { type: 'string' },
    to: { type: 'string' },
    'with-secrets': { type: 'boolean' },
    kind: { type: 'string' },
    channel: { type: 'string' },
    scopes: { type: 'string' },
    stores: { type: 'string' },
    branches: { type: 'string' },
    rate: { type: 'string' },
    overlap: { type: 'string' },
    reason: { type: 'string' },
  } as const
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  const [verb, subject, id] = positionals
  if (verb !== undefined && !['create', 'restore'].includes(verb)) requireInstallation()
  if (verb === 'create') await create(values.email, values.name)
  else if (verb === 'verify-audit') await verifyAudit(values.acknowledge)
  else if (verb === 'backup') await backup(subject, values['with-secrets'] ?? false)
  else if (verb === 'restore') await restore(subject, values.to)
  else if (verb === 'retire-demo') await retire()
  else if (verb === 'channel-key') await channelKey(subject, id, values)
  else throw new Error(USAGE)
  process.exit(0)
} catch (error) {
  fail(error)
}

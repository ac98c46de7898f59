import { parseArgs } from 'node:util'
import { Email } from '@larder/contract'
import { systemClock } from '#kit/clock.ts'
import { createLog } from '#kit/logger.ts'
import { createServices } from '#kit/services.ts'
import { systemContext } from '#kit/system-actor.ts'
import { openAccount } from '#modules/staff/staff.service.ts'
import { readConfig } from './config.ts'
import { createLifecycle } from './lifecycle.ts'
import { prepare } from './prepare.ts'

const USAGE = 'Usage: npm run admin -- create --email E [--name N]'

/** Opens an administrator's account and returns its temporary password. Works beside a running Larder. */
async function createAdmin(email: string, name: string): Promise<string> {
  const config = { ...readConfig(process.env), shareDatabase: true, logLevel: 'warn' as const }
  const log = createLog(config)
  const life = createLifecycle(log)
  try {
    const prepared = await prepare({ config, log, life, onLost: fail })
    const services = createServices({ ...prepared, config, clock: systemClock, log })
    const { id } = await prepared.db.selectFrom('role').select('id').where('key', '=', 'admin').executeTakeFirstOrThrow()
    const body = { email, name, phone: null, roleId: id, scope: { kind: 'all' as const, ids: [] }, expiresAt: null }
    const { temporaryPassword } = await openAccount(systemContext(services, 'admin.create'), { body })
    return temporaryPassword
  } finally {
    await life.stop()
  }
}

function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { email: { type: 'string' }, name: { type: 'string' } } })
  if (positionals[0] !== 'create' || values.email === undefined) throw new Error(USAGE)
  const { data: email, error: problem } = Email.safeParse(values.email)
  if (problem) throw new Error(`${values.email} ${problem.issues[0]?.message}`)
  const password = await createAdmin(email, values.name ?? email)
  process.stdout.write(`${email} can sign in with this password; change it after the first time:\n\n  ${password}\n\n`)
  process.exit(0)
} catch (error) {
  fail(error)
}

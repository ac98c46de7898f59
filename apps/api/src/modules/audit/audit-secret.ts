import type { ReadDatabase } from '#db/database.ts'
import { auditKeys, type Secrets } from './audit-key.ts'

/** Why the record cannot be verified any more with these secrets, in a sentence; null while its newest seal is by one of them. */
export async function whySecretIsOther(db: ReadDatabase, secrets: Secrets): Promise<string | null> {
  const last = await db.selectFrom('audit_seal').select('key').orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (!last || auditKeys(secrets).find(last.key)) return null
  return 'SECRET_KEY is not the one that the record of changes was last sealed with: bring that one back, or name it in SECRET_KEY_PREVIOUS'
}

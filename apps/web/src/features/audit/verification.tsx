import { type AuditVerdict, auditEntryContract, auditVerdictContract } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { ListLink } from '#kit/access/places.tsx'
import { When } from '#kit/cells/when.tsx'
import { Alert } from '#kit/feedback/alert.tsx'
import { useFormat } from '#kit/format.ts'
import { Text } from '#kit/layout/text.tsx'

/** What the last verification found. */
export function LastVerdict() {
  const { data, error } = useRead(auditVerdictContract.list, {})
  if (!data && !error) return <span className="bone" style={{ width: 320 }} />
  const [last] = data ?? []
  if (!last) return null
  return last.broken ? <Broken verdict={last} /> : <Sound verdict={last} />
}

function Sound({ verdict: { at, entries } }: { verdict: AuditVerdict }) {
  const format = useFormat()
  return (
    <Text as="p" size={13} tone="muted">
      Verified <When at={at} />: {format.number(entries)} entries, all sound
    </Text>
  )
}

function Broken({ verdict: { at, broken } }: { verdict: AuditVerdict }) {
  if (!broken) return null
  return (
    <Alert tone="error">
      Somebody has changed the record in the database itself. The first row that does not fit is {broken.table} {broken.id}:{' '}
      {broken.because}. Found <When at={at} />.{' '}
      {broken.table === 'audit_entry' && (
        <ListLink entity={auditEntryContract.list.entity} query={{ record: broken.id }}>
          Show the entry
        </ListLink>
      )}
    </Alert>
  )
}

import { auditContract } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { useSettled } from '#api/settled.ts'
import { When } from '../../cells/when.tsx'
import { Text } from '../../layout/text.tsx'

interface LastChangeProps {
  entity: string
  id: string
  /** The record's own zone. */
  zone?: string
}

/** Who changed a record last, and when; asked for once the record stands. */
export function LastChange({ entity, id, zone }: LastChangeProps) {
  const isSettled = useSettled()
  const { data } = useRead(auditContract.history, isSettled ? { params: { entity, id }, query: { limit: 1 } } : null)
  const [newest] = data?.rows ?? []
  return (
    <Text as="p" size={12} tone="muted">
      {newest ? (
        <>
          Last changed by {newest.actorName}, <When at={newest.at} {...(zone && { zone })} />
        </>
      ) : (
        // Keeps its place: nothing below moves when it comes.
        '\u00a0'
      )}
    </Text>
  )
}

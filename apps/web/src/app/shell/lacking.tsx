import { type Permission, roleContract } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { useViewing } from '#kit/access/access.tsx'
import { EmptyState } from '#kit/feedback/feedback.tsx'

/** Which permission is missing, and who can grant it. */
export function Lacking({ permission }: { permission: string }) {
  const viewing = useViewing()
  const { data } = useRead(roleContract.grantors, { params: { permission: permission as Permission } })
  const by = data && data.length > 0 ? data.join(', ') : 'someone who manages roles'
  return (
    <EmptyState
      title={viewing ? `${viewing.roleName} does not include this page` : 'Your role does not include this page'}
      text={`It needs the permission “${permission}”. It can be granted by: ${by}.`}
    />
  )
}

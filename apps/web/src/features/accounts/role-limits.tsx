import { describePermission, type Permission, type StaffMember } from '@larder/contract'
import { ViewAsButton } from '#entities/view-as.tsx'
import { useMe } from '#kit/access/access.tsx'
import { PlaceLink } from '#kit/access/places.tsx'
import { format } from '#kit/format.ts'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'

/** A person's role, and the most that one act of it may move. */
export function RoleLimits({ staff }: { staff: StaffMember }) {
  const { role, limits } = staff
  const { currency } = useMe()
  return (
    <Stack gap={2}>
      <Row justify="space-between">
        <Text as="p" weight={500}>
          <PlaceLink entity="role" id={role.id}>
            {role.name}
          </PlaceLink>
        </Text>
        {staff.status === 'active' && <ViewAsButton person={staff} />}
      </Row>
      {limits.length === 0 && <Text tone="muted">No act of this role has an amount limit.</Text>}
      {limits.map(({ permission, limitMinor }) => (
        <Text as="p" key={permission}>
          {sentence(describePermission(permission as Permission))}: up to {format().money({ minor: limitMinor, currency })} at a time
        </Text>
      ))}
    </Stack>
  )
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

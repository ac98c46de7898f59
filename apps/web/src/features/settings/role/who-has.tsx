import { type Role, staffContract } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { ViewAsButton } from '#entities/view-as.tsx'
import { useCan } from '#kit/access/access.tsx'
import { ListLink, PlaceLink } from '#kit/access/places.tsx'
import { Loading } from '#kit/feedback/feedback.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { peopleWords } from './grant-words.ts'

const shown = 8

/** The people who have a role, as far as one sees their accounts. */
export function WhoHas({ role }: { role: Role }) {
  const maySee = useCan(staffContract.list.shape.permission)
  const read = useRead(staffContract.list, maySee ? { query: { role: role.key, limit: shown } } : null)
  if (!maySee || role.staff === 0) return <Text tone="muted">{role.staff === 0 ? 'Nobody has it.' : peopleWords(role.staff)}</Text>
  return (
    <Loading read={read}>
      {({ rows }) => (
        <Stack gap={2}>
          {rows.map((person) => (
            <Row key={person.id} justify="space-between" isOneLine>
              <div>
                <Text as="div">
                  <PlaceLink entity="staff" id={person.id}>
                    {person.name}
                  </PlaceLink>
                </Text>
                <Text as="div" size={12} tone="muted">
                  {person.scope.kind === 'all' ? 'Everywhere' : person.scope.places.map(({ name }) => name).join(', ')}
                  {person.status !== 'active' && `, ${person.status}`}
                </Text>
              </div>
              {person.status === 'active' && <ViewAsButton person={person} />}
            </Row>
          ))}
          {role.staff > rows.length && (
            <ListLink entity="staff" query={{ role: role.key }}>
              All {peopleWords(role.staff)}
            </ListLink>
          )}
        </Stack>
      )}
    </Loading>
  )
}

import { type PermissionFacts, type Role, roleContract } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { useMe } from '#kit/access/access.tsx'
import { PlaceLink, usePlaces } from '#kit/access/places.tsx'
import { Loading } from '#kit/feedback/feedback.tsx'
import { Button } from '#kit/layout/button.tsx'
import { Dialog } from '#kit/layout/dialog.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { kinds, Lines } from './grant-diff.tsx'
import { limitWords, peopleWords, permissionWords } from './grant-words.ts'

const mostRoles = 100

interface PermissionDialogProps {
  facts: PermissionFacts
  screens: readonly string[]
  onClose: () => void
}

/** One permission: what it opens, and each role with or without it. It is granted and taken in the role's own form, with what that gains and loses. */
export function PermissionDialog({ facts, screens, onClose }: PermissionDialogProps) {
  const places = usePlaces()
  const read = useRead(roleContract.list, { query: { limit: mostRoles } })
  const opened = kinds.map(({ title, of }) => ({ title, lines: of(facts, places) }))
  const isNothing = screens.length === 0 && opened.every(({ lines }) => lines.length === 0)
  return (
    <Dialog title={permissionWords(facts.permission)} open onClose={onClose} width={640} actions={<Button onClick={onClose}>Close</Button>}>
      <Stack gap={4}>
        <Text as="p" tone="muted">
          <Text mono>{facts.permission}</Text>
          {facts.isLimited && ', with a limit of its own in each role'}. {peopleWords(facts.people)}.
        </Text>
        {opened.map(({ title, lines }) => (
          <Lines key={title} title={title} lines={lines} />
        ))}
        {isNothing && <Text tone="muted">Nothing in this version: it is kept for what is still to come.</Text>}
        <Loading read={read}>
          {({ rows }) => (
            <Stack gap={2} role="list" aria-label="Roles">
              {rows.map((role) => (
                <RoleLine key={role.id} role={role} facts={facts} />
              ))}
            </Stack>
          )}
        </Loading>
      </Stack>
    </Dialog>
  )
}

function RoleLine({ role, facts: { permission } }: { role: Role; facts: PermissionFacts }) {
  const { currency } = useMe()
  const path = usePlaces().recordPath('role', role.id)
  const grant = role.grants.find((each) => each.permission === permission)
  const isHeld = role.isAdmin || grant !== undefined
  const may = role.allowed.find(({ action }) => action === 'update')
  const verb = isHeld ? 'Take' : 'Grant'
  return (
    <Row justify="space-between" role="listitem">
      <span>
        <PlaceLink entity="role" id={role.id}>
          {role.name}
        </PlaceLink>{' '}
        <Text tone="muted" size={13}>
          {isHeld ? `has it${limitWords(grant?.limitMinor ?? null, currency)}` : 'does not have it'}, {peopleWords(role.staff)}
        </Text>
      </span>
      {may && path && (
        <Button
          size="small"
          name={`${verb}: ${role.name}`}
          because={may.because}
          to={`${path}?edit=1&${isHeld ? 'take' : 'grant'}=${permission}`}
        >
          {verb}
        </Button>
      )}
    </Row>
  )
}

import { conflictsOf, type GrantConflict, type Granted, type Role } from '@larder/contract'
import { Alert } from '#kit/feedback/alert.tsx'
import { Button } from '#kit/layout/button.tsx'
import { Dialog } from '#kit/layout/dialog.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { ConflictsInput, RoleGrants } from './conflicts-input.tsx'
import { GrantDiff } from './grant-diff.tsx'
import { peopleWords } from './grant-words.ts'

interface RoleReviewProps {
  role: Role | null
  name: string
  before: readonly Granted[]
  after: readonly Granted[]
  acknowledged: readonly GrantConflict[]
  onAcknowledge: (keys: GrantConflict[]) => void
  isBusy: boolean
  onSave: () => void
  onClose: () => void
}

/** What a change of a role comes to, before it is saved: what is gained and lost, by how many people, and which conflicts it brings. */
export function RoleReview({ role, name, before, after, acknowledged, onAcknowledge, isBusy, onSave, onClose }: RoleReviewProps) {
  const conflicts = conflictsOf(after)
  const isOpen = conflicts.some((key) => !acknowledged.includes(key))
  return (
    <Dialog
      title={role ? `Save ${name}` : `Add ${name}`}
      open
      onClose={onClose}
      width={640}
      actions={
        <>
          <Button onClick={onClose}>Back to the form</Button>
          <Button tone="primary" busy={isBusy} because={isOpen ? 'Acknowledge the conflicts first.' : null} onClick={onSave}>
            {role ? 'Save' : 'Add'}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        {role && role.staff > 0 && (
          <Alert tone="info">
            {peopleWords(role.staff)} {role.staff === 1 ? 'has' : 'have'} this role: it holds for them at once.
          </Alert>
        )}
        {role === null && before.length > 0 && (
          <Text as="p">
            {after.length === 1 ? 'It has 1 permission' : `It has ${after.length} permissions`}. Below is what differs from the role that it
            is a copy of.
          </Text>
        )}
        <GrantDiff before={before} after={after} />
        {conflicts.length > 0 && (
          <div>
            <Text as="h3" size={13} weight={600}>
              Conflicts to acknowledge
            </Text>
            <RoleGrants value={{ base: before, now: after }}>
              <ConflictsInput value={acknowledged} onChange={onAcknowledge} />
            </RoleGrants>
          </div>
        )}
      </Stack>
    </Dialog>
  )
}

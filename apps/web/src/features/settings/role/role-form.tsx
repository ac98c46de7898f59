import {
  compareGrants,
  conflictsOf,
  type GrantConflict,
  type Granted,
  type Permission,
  permissions,
  type Role,
  type roleContract,
  sortedGrants,
} from '@larder/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '#kit/layout/button.tsx'
import { Row } from '#kit/layout/flow.tsx'
import { Page } from '#kit/layout/page.tsx'
import { Text } from '#kit/layout/text.tsx'
import { useNotify } from '#kit/notify.ts'
import type { DraftOf } from '#kit/resource/define.ts'
import { LeaveGuard } from '#kit/resource/form/leave-guard.tsx'
import { ResourceForm } from '#kit/resource/form/resource-form.tsx'
import { SubmitButton } from '#kit/resource/form/save-bar.tsx'
import { useResourceForm } from '#kit/resource/form/use-resource-form.ts'
import { Style } from '#kit/theme/style.tsx'
import { RoleGrants } from './conflicts-input.tsx'
import { RoleReview } from './role-review.tsx'
import { roleForm } from './roles.resource.tsx'

/** One permission that a form is opened to grant or to take. */
export interface Moved {
  permission: Permission
  isGranted: boolean
}

interface RoleFormProps {
  /** Null = a new one. */
  record: Role | null
  /** What a new one begins as. */
  copied: Role | null
  moved: Moved | null
  onDone: (id: string | null) => void
}

/** A role as it is typed: its matrix, what a change gains and loses before it is saved, and the request where it takes another person. */
export function RoleForm({ record: role, copied, moved, onDone }: RoleFormProps) {
  const notify = useNotify()
  const base = grantsOf(role ?? copied)
  const [isReviewing, setReviewing] = useState(false)
  const state = useResourceForm({
    resource: roleForm,
    record: role,
    blank: copied ? copyOf(copied) : {},
    onSaved: ({ id }) => {
      notify(role ? 'Role saved' : 'Role added')
      onDone(id)
    },
    onRequested: () => onDone(role?.id ?? null),
  })
  const now = (state.values.grants ?? []) as Granted[]
  const move = useEffectEvent(({ permission, isGranted }: Moved) => {
    const others = now.filter((grant) => grant.permission !== permission)
    state.form.setValue('grants', isGranted ? sortedGrants([...others, { permission, limitMinor: null }]) : others, { shouldDirty: true })
  })
  useEffect(() => {
    if (moved) move(moved)
  }, [moved])
  const { gained, lost, raised, lowered } = compareGrants(base, now)
  const limits = raised.length + lowered.length
  const open = conflictsOf(now).filter((key) => !((state.values.acknowledged ?? []) as GrantConflict[]).includes(key))
  const isDirty = state.changes.length > 0
  const review = () => (gained.length + lost.length + limits + open.length > 0 ? setReviewing(true) : state.save())
  const words = [
    gained.length > 0 && `Gains ${gained.length}`,
    lost.length > 0 && `loses ${lost.length}`,
    limits > 0 && `${limits} ${limits === 1 ? 'limit' : 'limits'} changed`,
    open.length > 0 && `${open.length} to acknowledge`,
  ].filter(Boolean)
  return (
    <Page title={role ? role.name : copied ? `Copy of ${copied.name}` : 'Add role'}>
      <RoleGrants value={{ base, now }}>
        <Style>
          <ResourceForm state={state} groups={roleForm.form ?? []} onSubmit={review} />
        </Style>
      </RoleGrants>
      <div className="surface save-bar">
        <Row justify="space-between" gap={3}>
          <Text size={13} tone="muted" as="div">
            <span aria-live="polite">
              {words.length > 0 ? words.join(', ') : isDirty ? 'Changed' : role ? 'No changes' : 'Not saved yet'}
            </span>
          </Text>
          <Row>
            <Button onClick={() => onDone(null)}>Cancel</Button>
            <SubmitButton
              formId={state.id}
              label={role ? 'Review and save' : 'Review and add'}
              busy={state.isBusy}
              disabled={role !== null && !isDirty}
            />
          </Row>
        </Row>
      </div>
      {isReviewing && (
        <RoleReview
          role={role}
          name={String(state.values.name ?? '')}
          before={base}
          after={now}
          acknowledged={(state.values.acknowledged ?? []) as GrantConflict[]}
          onAcknowledge={(keys) => state.form.setValue('acknowledged', keys, { shouldDirty: true })}
          isBusy={state.isBusy}
          onClose={() => setReviewing(false)}
          onSave={async () => {
            await state.save()
            setReviewing(false)
          }}
        />
      )}
      <LeaveGuard isDirty={isDirty && !state.isBusy && state.needed === null} onDiscard={state.drop} />
    </Page>
  )
}

/** What a role may do; an administrator's is everything. */
export function grantsOf(role: Role | null): Granted[] {
  if (!role) return []
  return role.isAdmin ? sortedGrants(permissions.map((permission) => ({ permission, limitMinor: null }))) : role.grants
}

function copyOf(role: Role): Partial<DraftOf<typeof roleContract>> {
  return { name: `Copy of ${role.name}`, reach: role.reach, teamIds: role.teamIds, grants: grantsOf(role), acknowledged: [] }
}

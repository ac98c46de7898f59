import { type Permission, type Role, roleContract } from '@larder/contract'
import { IconCopy, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { ViewAsButton } from '#entities/view-as.tsx'
import { useCan, useMe } from '#kit/access/access.tsx'
import { usePlaces } from '#kit/access/places.tsx'
import { ActionBar } from '#kit/actions/action-bar.tsx'
import { Loading } from '#kit/feedback/feedback.tsx'
import { Button } from '#kit/layout/button.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { lazily } from '#kit/lazily.tsx'
import { usePageTitle } from '#kit/page-title.ts'
import { FactList } from '#kit/panels/panels.tsx'
import { actionsOf } from '#kit/resource/actions-of.ts'
import { LastChange } from '#kit/resource/record/last-change.tsx'
import { RecordLayout } from '#kit/resource/record/record-layout.tsx'
import { WaitingNotice } from '#kit/resource/record/waiting-request.tsx'
import { useEdit, useRecord } from '#kit/resource/use-record.ts'
import type { HistoryOf, Prepare } from '#kit/visit.ts'
import { ConflictWords } from './conflicts-input.tsx'
import { GrantsTable } from './grants-table.tsx'
import { roleHistory } from './role-history.ts'
import { kind, people, reach, roleForm, roles, team } from './roles.resource.tsx'
import { WhoHas } from './who-has.tsx'

const RoleForm = lazily(() => import('./role-form.tsx').then((module) => module.RoleForm))

export const prepare: Prepare = ({ params: { id = '' }, read }) => {
  if (id !== 'new') read(roleContract.get, { params: { id } })
}

export const history: HistoryOf = (_id, currency) => roleHistory(currency)

/** A role: what it may do and who has it; with `?edit=1` its form, and as `new` one that is added, empty or as a copy. */
export default function RoleScreen() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const copied = params.get('copy')
  const of = id === 'new' ? copied : id
  const read = useRecord(roleForm, of)
  const title = id === 'new' ? 'Add role' : read.data?.name
  usePageTitle(title)
  if (id !== 'new')
    return (
      <Loading read={read} isPage>
        {(role) => <OneRole role={role} />}
      </Loading>
    )
  if (of === null) return <NewRole copied={null} />
  return (
    <Loading read={read} isPage>
      {(role) => <NewRole copied={role} />}
    </Loading>
  )
}

function NewRole({ copied }: { copied: Role | null }) {
  const navigate = useNavigate()
  const places = usePlaces()
  const leave = (id: string | null) => navigate((id ? places.recordPath('role', id) : places.listPath('role')) ?? '/')
  return <RoleForm record={null} copied={copied} moved={null} onDone={leave} />
}

function OneRole({ role }: { role: Role }) {
  const [params, setParams] = useSearchParams()
  const [moved] = useState(() => movedIn(params))
  const may = useEdit(roleForm, role)
  const mayAdd = useCan(roleContract.create.shape.permission)
  const { currency } = useMe()
  const places = usePlaces()
  if (params.get('edit') === '1' && may?.because === null)
    return <RoleForm record={role} copied={null} moved={moved} onDone={() => setParams({})} />
  const copyPath = `${places.recordPath('role', 'new')}?copy=${role.id}`
  return (
    <RecordLayout
      entity="role"
      id={role.id}
      title={role.name}
      badge={<Text tone="muted">{role.builtIn ? 'Built-in' : 'Own'}</Text>}
      subtitle={<LastChange entity="role" id={role.id} />}
      actions={
        <>
          <ActionBar actions={actionsOf(roles)} row={role} />
          <ViewAsButton role={role} />
          {mayAdd && (
            <Button icon={IconCopy} to={copyPath}>
              Copy
            </Button>
          )}
          {may && (
            <Button
              icon={IconPencil}
              tone={may.because === null ? 'primary' : 'neutral'}
              because={may.because}
              onClick={() => setParams({ edit: '1' })}
            >
              Edit
            </Button>
          )}
        </>
      }
      main={
        <>
          <WaitingNotice entity="role" id={role.id} />
          {role.isAdmin ? (
            <Card title="Permissions">
              <Text as="p">All there are, everywhere, without a limit.</Text>
            </Card>
          ) : (
            <Card title="Permissions">
              <GrantsTable grants={role.grants} />
            </Card>
          )}
        </>
      }
      side={
        <>
          <Card title="Who has it">
            <WhoHas role={role} />
          </Card>
          <Card title="Role">
            <FactList record={role} columns={[kind, people, reach, team]} />
          </Card>
          {role.acknowledged.length > 0 && (
            <Card title="Acknowledged conflicts">
              <Stack gap={2}>
                {role.acknowledged.map((key) => (
                  <ConflictWords key={key} conflict={key} />
                ))}
              </Stack>
            </Card>
          )}
        </>
      }
      history={roleHistory(currency)}
      tab={undefined}
      tabs={[]}
    />
  )
}

/** One permission that the address says is to be granted or taken. */
function movedIn(params: URLSearchParams) {
  const [granted, taken] = [params.get('grant'), params.get('take')]
  const permission = (granted ?? taken) as Permission | null
  return permission && { permission, isGranted: granted !== null }
}

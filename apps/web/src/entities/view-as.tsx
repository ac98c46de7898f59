import {
  branchContract,
  type Role,
  type StaffMember,
  type StaffScope,
  scopeWidth,
  storeContract,
  viewAsContract,
  viewAsMinutes,
} from '@larder/contract'
import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router'
import { useWrite, type WriteDispatch } from '#api/client.ts'
import { refreshAccess } from '#api/own-access.ts'
import { useCan, useMe, useViewing } from '#kit/access/access.tsx'
import { confirmAction } from '#kit/actions/action.ts'
import { customField } from '#kit/fields/fields.tsx'
import { ReferenceInput } from '#kit/fields/inputs/lazy-inputs.tsx'
import { referenceSource } from '#kit/fields/reference.tsx'
import { Button } from '#kit/layout/button.tsx'
import { soon } from '#kit/lazily.tsx'
import { references } from './references.ts'

const AskDialog = soon(() => import('#kit/actions/ask-dialog.tsx').then((module) => module.AskDialog))

const question = (as: string) =>
  `You see everything as ${as} gets it: menu, screens, rows and buttons, to look only. It ends when you end it or sign out, at the latest after ${viewAsMinutes} minutes.`

const places = {
  branch: referenceSource({ ...references.branch, from: branchContract }),
  store: referenceSource({ ...references.store, from: storeContract }),
}

/** Where a role is looked at that nobody has everywhere: one branch or one store. */
function placeField(kind: 'branch' | 'store') {
  return customField<'scope', StaffScope>('scope', {
    label: kind === 'branch' ? 'Branch' : 'Store',
    input: ({ value, onChange, ...props }) => (
      <ReferenceInput
        {...props}
        source={places[kind]}
        value={(value as StaffScope | null)?.ids?.[0] ?? null}
        onChange={(id) => onChange(id ? { kind, ids: [id] } : null)}
      />
    ),
  })
}

type Seen = { role: Role; person?: never } | { person: StaffMember; role?: never }

/** Begins to see the product as a role or as a person. */
export function ViewAsButton(seen: Seen) {
  const isPermitted = useCan(viewAsContract.startRole.shape.permission)
  const isViewing = useViewing() !== null
  const [isAsking, setAsking] = useState(false)
  if (!isPermitted || isViewing) return null
  const { name } = seen.role ?? seen.person
  return (
    <>
      <Button size={seen.person ? 'small' : 'medium'} icon={IconEye} name={`View as ${name}`} onClick={() => setAsking(true)}>
        View as
      </Button>
      {isAsking &&
        (seen.role ? (
          <AskForRole role={seen.role} onClose={() => setAsking(false)} />
        ) : (
          <AskForPerson person={seen.person} onClose={() => setAsking(false)} />
        ))}
    </>
  )
}

function AskForRole({ role, onClose }: { role: Role; onClose: () => void }) {
  const { scope } = useMe()
  const [write, { isBusy }] = useWrite(viewAsContract.startRole)
  const enter = useEnter()
  const isWider = scopeWidth[scope.kind] > scopeWidth[role.reach]
  const act = confirmAction(viewAsContract.startRole, {
    label: 'View as',
    title: `View as ${role.name}`,
    question: () => question(role.name),
    body: () => (isWider ? {} : { scope }),
    asks: isWider && role.reach !== 'all' ? [placeField(role.reach)] : [],
  })
  const send = async (asked: Record<string, unknown>) => {
    const { error } = await write({ params: { id: role.id }, body: { scope, ...asked } } as never)
    return error ?? enter()
  }
  return <AskDialog action={act} row={role} send={send} isBusy={isBusy} onClose={onClose} />
}

function AskForPerson({ person, onClose }: { person: StaffMember; onClose: () => void }) {
  const [write, { isBusy }] = useWrite(viewAsContract.startPerson)
  const enter = useEnter()
  const act = confirmAction(viewAsContract.startPerson, {
    label: 'View as',
    title: `View as ${person.name}`,
    question: () => question(`${person.name}, ${person.role.name},`),
  })
  const send = async () => {
    const { error } = await write({ params: { id: person.id } } as never)
    return error ?? enter()
  }
  return <AskDialog action={act} row={person} send={send} isBusy={isBusy} onClose={onClose} />
}

/** Goes where everybody begins, as the other. */
function useEnter() {
  const dispatch = useDispatch<WriteDispatch>()
  const navigate = useNavigate()
  return async () => {
    await refreshAccess(dispatch)
    navigate('/')
    return undefined
  }
}

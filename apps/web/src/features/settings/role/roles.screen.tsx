import { roleContract } from '@larder/contract'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { useCan, useLacking } from '#kit/access/access.tsx'
import { usePlaces } from '#kit/access/places.tsx'
import { useKey } from '#kit/keys.ts'
import { Button } from '#kit/layout/button.tsx'
import { ListScreen } from '#kit/resource/list/list-screen.tsx'
import { prepareRows } from '#kit/resource/rows/prepare-rows.ts'
import { roles } from './roles.resource.tsx'

export const prepare = prepareRows(roles)

export default function RolesScreen() {
  const { permission } = roleContract.create.shape
  const mayAdd = useCan(permission)
  const lacking = useLacking()(permission)
  const path = usePlaces().recordPath('role', 'new')
  const navigate = useNavigate()
  useKey('add', mayAdd && path ? () => navigate(path) : null)
  return (
    <ListScreen
      resource={roles}
      toolbar={
        (mayAdd || lacking) &&
        path && (
          <Button tone="primary" icon={IconPlus} keys="add" because={lacking} to={path}>
            Add role
          </Button>
        )
      }
    />
  )
}

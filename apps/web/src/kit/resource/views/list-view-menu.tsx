import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useState } from 'react'
import { IconButton } from '../../layout/button.tsx'
import { Popout } from '../../layout/popout.tsx'
import { soon } from '../../lazily.tsx'
import type { ListViewChoicesProps } from './list-view-choices.tsx'

const ListViewChoices = soon(() => import('./list-view-choices.tsx').then((module) => module.ListViewChoices))

/** Sort, columns, density, how many rows. */
export function ListViewMenu(props: ListViewChoicesProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton
        label="Sort, columns and density"
        icon={IconAdjustmentsHorizontal}
        onClick={(event) => setAnchor(event.currentTarget)}
        expanded={anchor !== null}
      />
      {anchor && (
        <Popout label="Sort, columns and density" anchor={anchor} onClose={() => setAnchor(null)} align="right" width={300}>
          <ListViewChoices {...props} />
        </Popout>
      )}
    </>
  )
}

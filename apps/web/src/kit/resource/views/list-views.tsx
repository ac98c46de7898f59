import { maxPageSize, type SavedView, savedViewContract } from '@larder/contract'
import { IconBookmark, IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead, useWrite } from '#api/client.ts'
import { useSettled } from '#api/settled.ts'
import { IconButton } from '../../layout/button.tsx'
import { Menu } from '../../layout/menu.tsx'
import { Tabs } from '../../layout/tabs.tsx'
import { lazily } from '../../lazily.tsx'
import { useNotify } from '../../notify.ts'
import type { BaseRow, QueryText } from '../../row.ts'
import type { Resource } from '../define.ts'
import type { ListState } from '../rows/use-list-state.ts'
import '../list/list.css'

interface ListViewsProps<Row extends BaseRow, One extends BaseRow, Draft, K extends string> {
  resource: Resource<Row, One, Draft, K>
  list: ListState
  /** The keys that this screen's filters set; a view that cuts by others is not for it. */
  keys: readonly string[]
}

const SaveViewDialog = lazily(() => import('./save-view-dialog.tsx').then((module) => module.SaveViewDialog))

const all = 'all'

/** The list's views as tabs: all, the ready-made ones, mine and those shared with everyone. */
export function ListViews<Row extends BaseRow, One extends BaseRow, Draft, K extends string>({
  resource,
  list,
  keys,
}: ListViewsProps<Row, One, Draft, K>) {
  const saved = useSavedViews(resource.entity)
  const [remove] = useWrite(savedViewContract.remove)
  const [isSaving, setSaving] = useState(false)
  const notify = useNotify()
  const fits = ({ query }: { query: QueryText }) => Object.keys(query).every((key) => key === 'sort' || key === 'q' || keys.includes(key))
  const readyMade = (resource.views ?? [])
    .filter(fits)
    .map(({ label, query }) => ({ value: `ready:${label}`, label, query: query as QueryText }))
  const own = saved.filter(fits).map((view) => ({ value: view.id as string, label: view.name, query: view.query, view }))
  const views = [...readyMade, ...own]
  const shown = isSame(list.query, {}) ? all : views.find(({ query }) => isSame(query, list.query))?.value
  const removable = own.find(({ value, view }) => value === shown && view.isRemovable)?.view

  const removeView = async ({ id, version, name }: SavedView) => {
    const { error } = await remove({ params: { id }, body: { version } })
    notify(error ? error.message : `View “${name}” deleted`, error ? 'error' : 'success')
  }
  return (
    <div className="list-views">
      <Tabs
        label="Views"
        tabs={[{ value: all, label: 'All' }, ...views]}
        value={shown ?? false}
        onChange={(value) => list.replace(views.find((view) => view.value === value)?.query ?? {})}
      />
      {shown === undefined && <IconButton label="Save this view" icon={IconBookmark} onClick={() => setSaving(true)} />}
      {removable && (
        <Menu
          label="This view"
          icon={IconDots}
          entries={[{ key: 'delete', label: 'Delete view', tone: 'danger', onSelect: () => removeView(removable) }]}
        />
      )}
      {isSaving && <SaveViewDialog list={resource.entity} query={list.query} onClose={() => setSaving(false)} />}
    </div>
  )
}

/** The saved views of a list, once its rows stand. One read tells those of every list; where they are too many for it, each list reads its own. */
function useSavedViews(entity: string): readonly SavedView[] {
  const isSettled = useSettled()
  const { data: all } = useRead(savedViewContract.list, isSettled ? { query: { limit: maxPageSize } } : null)
  const { data: own } = useRead(savedViewContract.list, all?.next ? { query: { resource: entity, limit: maxPageSize } } : null)
  return ((all?.next ? own : all)?.rows ?? []).filter((view) => view.resource === entity)
}

function isSame(a: QueryText, b: QueryText): boolean {
  const words = (query: QueryText) => JSON.stringify(Object.entries(query).sort())
  return words(a) === words(b)
}

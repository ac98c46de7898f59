import { Fragment, type ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useMay } from '../../access/access.tsx'
import { usePlaces } from '../../access/places.tsx'
import { format } from '../../format.ts'
import { Card } from '../../layout/card.tsx'
import { Columns, Page } from '../../layout/page.tsx'
import { Tabs } from '../../layout/tabs.tsx'
import type { RecordTab } from '../define.ts'
import { HistoryPanel } from './history-panel.tsx'
import type { HistoryWords } from './history-words.ts'

interface RecordLayoutProps {
  entity: string
  id: string
  title: string
  badge?: ReactNode
  subtitle?: ReactNode
  actions?: ReactNode
  main: ReactNode
  side: ReactNode
  /** Null where it has none. */
  history: HistoryWords | null
  /** Between overview and history. */
  tabs: readonly RecordTab<void>[]
  /** The tab whose own path this is. */
  tab: string | undefined
  /** The record's own zone. */
  zone?: string
}

/** A record: identity, status and legal acts on top; the work on the left, context on the right; its tabs, with its history as the last. */
export function RecordLayout(props: RecordLayoutProps) {
  const { entity, id, title, badge, subtitle, actions, main, side, history, zone } = props
  const may = useMay()
  const tabs = props.tabs.filter(({ permission }) => may(permission))
  const { tab, open } = useTab(props)
  const shown = tabs.find(({ key }) => key === tab)
  return (
    <Page title={title} badge={badge} subtitle={subtitle} actions={actions}>
      <Tabs
        label={title}
        tabs={[
          { value: 'overview', label: 'Overview' },
          ...tabs.map(({ key, label, count }) => ({ value: key, label: count?.() ? `${label} ${format().number(count())}` : label })),
          ...(history ? [{ value: 'history', label: 'History' }] : []),
        ]}
        value={tab}
        onChange={open}
      />
      <div className="below-tabs">
        {shown ? (
          // Two tabs may be lists of different records: nothing of the one, its rows least of all, is the other's.
          <Fragment key={shown.key}>{shown.render()}</Fragment>
        ) : history && tab === 'history' ? (
          <Card>
            <HistoryPanel entity={entity} id={id} words={history} {...(zone && { zone })} />
          </Card>
        ) : (
          <Columns main={main} side={side} />
        )}
      </div>
    </Page>
  )
}

/** The tab that the address names, by its own path or as `?tab=`, and how another is shown. */
function useTab({ entity, id, tab: ofPath }: Pick<RecordLayoutProps, 'entity' | 'id' | 'tab'>) {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const places = usePlaces()
  const open = (next: string) => {
    const query: Record<string, string> = next === 'overview' ? {} : { tab: next }
    const own = places.tabPath(entity, id, next)
    if (own) navigate(own, { replace: true })
    else if (ofPath)
      navigate({ pathname: places.recordPath(entity, id) ?? '', search: String(new URLSearchParams(query)) }, { replace: true })
    else setParams(query, { replace: true })
  }
  return { tab: ofPath ?? params.get('tab') ?? 'overview', open }
}

import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Card } from '../layout/card.tsx'
import { Columns, Page } from '../layout/page.tsx'
import { Tabs } from '../layout/tabs.tsx'
import { Style } from '../theme/style.tsx'
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
  history: HistoryWords
  /** The record's own zone. */
  zone?: string
}

/** A record: identity, status and legal acts on top; the work on the left, context on the right; its history as the second tab. */
export function RecordLayout({ entity, id, title, badge, subtitle, actions, main, side, history, zone }: RecordLayoutProps) {
  const [params, setParams] = useSearchParams()
  const tab = params.get('tab') === 'history' ? 'history' : 'overview'
  return (
    <Page title={title} badge={badge} subtitle={subtitle} actions={actions}>
      <Tabs
        label={title}
        tabs={[
          { value: 'overview', label: 'Overview' },
          { value: 'history', label: 'History' },
        ]}
        value={tab}
        onChange={(next) => setParams(next === 'history' ? { tab: next } : {}, { replace: true })}
      />
      <div className="below-tabs">
        {tab === 'overview' ? (
          <Style>
            <Columns main={main} side={side} />
          </Style>
        ) : (
          <Card>
            <HistoryPanel entity={entity} id={id} words={history} {...(zone && { zone })} />
          </Card>
        )}
      </div>
    </Page>
  )
}

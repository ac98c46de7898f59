import { type AtRisk, dashboardContract, riskCauses } from '@larder/contract'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { useRead } from '#api/client.ts'
import { ListLink, PlaceLink, usePlaces } from '#kit/access/places.tsx'
import { usePressKeys } from '#kit/actions/action-bar.tsx'
import { VerticalGlyph } from '#kit/cells/vertical-glyph.tsx'
import { EmptyState, Loading } from '#kit/feedback/feedback.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Row } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { useListKeys } from '#kit/resource/list/use-list-keys.ts'
import { usePressGuard } from '#kit/use-press-guard.ts'
import { type Asked, cutOf } from './asked.ts'
import { Countdown } from './countdown.tsx'
import { RiskActs } from './risk-acts.tsx'
import './dashboard.css'

/** Orders about to be lost or late, what can still be saved first: how long there is, what holds it up, and what may be done here. */
export function AtRiskPanel({ asked }: { asked: Asked }) {
  const read = useRead(dashboardContract.atRisk, { query: cutOf(asked) })
  return (
    <Card
      title="At risk and late"
      action={
        <Text size={13}>
          <ListLink entity="order" query={{ ...cutOf(asked), status: 'late' }}>
            All late
          </ListLink>
        </Text>
      }
      flush
    >
      <Loading read={read}>
        {(risks) =>
          risks.length === 0 ? (
            <EmptyState title="Everything is on track" text="Orders that may miss their promise appear here, with what may help." />
          ) : (
            <Risks risks={risks} />
          )
        }
      </Loading>
    </Card>
  )
}

/** The keys move over the orders, open one and do its likely act. */
function Risks({ risks }: { risks: readonly AtRisk[] }) {
  const navigate = useNavigate()
  const { recordPath } = usePlaces()
  const open = (id: string) => {
    const path = recordPath('order', id)
    if (path) navigate(path)
  }
  const current = useListKeys({ rows: risks.map(({ order }) => order), open, toggle: null })
  const list = useRef<HTMLOListElement>(null)
  usePressKeys(() => (current === null ? null : (list.current?.querySelector<HTMLElement>(`[data-row="${current}"]`) ?? null)))
  const guard = usePressGuard(list, '[data-row]')
  return (
    <ol ref={list} className="lines" {...guard}>
      {risks.map((risk) => (
        <Risk key={risk.order.id} risk={risk} isCurrent={risk.order.id === current} />
      ))}
    </ol>
  )
}

function Risk({ risk, isCurrent }: { risk: AtRisk; isCurrent: boolean }) {
  const { order, threat, deadline, because } = risk
  return (
    <li className="risk" data-row={order.id} tabIndex={-1} aria-current={isCurrent || undefined}>
      <Countdown threat={threat} deadline={deadline} />
      <div>
        <Row gap={2} isOneLine>
          <VerticalGlyph vertical={order.vertical} />
          <span className="one-line">
            <Text mono size={13} weight={500}>
              <PlaceLink entity="order" id={order.id}>
                {order.number}
              </PlaceLink>
            </Text>
          </span>
          <Text size={13} tone="muted" cut>
            {order.store.name}
          </Text>
        </Row>
        <Text as="div" size={13}>
          {riskCauses[because]}
        </Text>
      </div>
      <div className="remedy">
        <RiskActs risk={risk} />
      </div>
    </li>
  )
}

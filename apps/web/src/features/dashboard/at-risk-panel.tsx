import { type AtRisk, dashboardContract, type NamedEndpoint, orderContract, riskCauses, riskRemedies } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { LinkOrText, usePlaces } from '#kit/access/places.tsx'
import { pathToAct } from '#kit/actions/action.ts'
import { VerticalGlyph } from '#kit/cells/vertical-glyph.tsx'
import { EmptyState, Loading } from '#kit/feedback/feedback.tsx'
import { Button } from '#kit/layout/button.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Row } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { type Asked, branchOf } from './asked.ts'
import './dashboard.css'

/** Orders about to break their promise, most urgent first, each with the cheapest thing that may help. */
export function AtRiskPanel({ asked }: { asked: Asked }) {
  const places = usePlaces()
  const read = useRead(dashboardContract.atRisk, { query: branchOf(asked) }, { pollSeconds: 30 })
  return (
    <Card title="At risk and late" flush>
      <Loading read={read}>
        {(risks) =>
          risks.length === 0 ? (
            <EmptyState title="Everything is on track" text="Orders that may miss their promise appear here, with what may help." />
          ) : (
            <ol className="lines">
              {risks.map((risk) => (
                <Risk key={risk.order.id} risk={risk} to={places.recordPath('order', risk.order.id)} />
              ))}
            </ol>
          )
        }
      </Loading>
    </Card>
  )
}

/** The act of the order's page that a remedy begins. */
const acts: Partial<Record<AtRisk['remedy'], NamedEndpoint>> = { 'assign-rider': orderContract.assignRider, delay: orderContract.delay }

function Risk({ risk, to }: { risk: AtRisk; to: string | null }) {
  const { order, minutesLeft, because } = risk
  return (
    <li className="risk">
      <Text weight={600} tone={minutesLeft < 0 ? 'bad' : 'warning'}>
        {minutesLeft < 0 ? `${-minutesLeft} min late` : minutesLeft === 0 ? '<1 min left' : `${minutesLeft} min left`}
      </Text>
      <div>
        <Row gap={2} isOneLine>
          <VerticalGlyph vertical={order.vertical} />
          <span className="one-line">
            <Text mono size={13} weight={500}>
              <LinkOrText to={to}>{order.number}</LinkOrText>
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
        <Remedy risk={risk} to={to} />
      </div>
    </li>
  )
}

function Remedy({ risk: { order, remedy, call }, to }: { risk: AtRisk; to: string | null }) {
  const words = riskRemedies[remedy]
  if (call)
    return (
      <Button size="small" to={`tel:${call.phone}`} name={`${words}: ${call.name}`}>
        {words}
      </Button>
    )
  const act = acts[remedy]
  if (to === null) return null
  return (
    <Button size="small" to={act ? pathToAct(to, act) : to} name={`${words}: ${order.number}`}>
      {words}
    </Button>
  )
}

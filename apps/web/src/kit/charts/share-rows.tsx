import type { ReactNode } from 'react'
import { Text } from '../layout/text.tsx'
import './charts.css'

interface ShareRow {
  key: string
  name: ReactNode
  orders: ReactNode
  gross: string
  /** What the bar behind the row measures. */
  share: number
}

/** Names with orders and value as a table; a bar under each says how they compare. */
export function ShareRows({ label, rows }: { label: string; rows: readonly ShareRow[] }) {
  const most = Math.max(1, ...rows.map(({ share }) => share))
  if (rows.length === 0) {
    return (
      <div className="no-shares">
        <Text tone="muted">None yet.</Text>
      </div>
    )
  }
  return (
    <table aria-label={label} className="shares">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Orders</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, orders, gross, share }) => (
          <tr key={key}>
            <td>
              {name}
              <div aria-hidden className="share" style={{ width: `${(share / most) * 100}%` }} />
            </td>
            <td>{orders}</td>
            <td>{gross}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
